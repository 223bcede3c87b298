package dev.baton.server.runner;

import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;
import dev.baton.protocol.GrantedLeases;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.Limits;
import dev.baton.protocol.MessageCodec;
import dev.baton.protocol.RunnerMessage.LeaseRequest;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Peer;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.runner.Attendance.OtherProcess;
import dev.baton.store.Engine;
import dev.baton.store.Grant;
import dev.baton.store.Wanted;

import org.eclipse.jetty.io.EofException;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// `POST /v1/runner/lease`: waits for jobs, and gives back what the runner is not there to take.
public final class LeasePoll {
    private static final int MOST_JOBS = 1_000;

    /// How often a waiting runner is looked after.
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(2);

    private final Engine engine;
    private final Grants grants;
    private final GiveBack giveBack;
    private final RunnerRegister register;
    private final ShownLeases leases;
    private final Set<Catch> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    public LeasePoll(
            Engine engine,
            Grants grants,
            GiveBack giveBack,
            RunnerRegister register,
            ShownLeases leases) {
        this.register = register;
        this.leases = leases;
        this.engine = engine;
        this.grants = grants;
        this.giveBack = giveBack;
    }

    public List<Route> routes() {
        return List.of(Route.post("/v1/runner/lease", Access.RUNNER, this::lease));
    }

    /// How many wait now.
    public int waiting() {
        return waiting.size();
    }

    /// Answers everyone who waits, with nothing, and lets nobody wait any more.
    public void stop() {
        stopping = true;
        waiting.forEach(Catch::giveUp);
    }

    private Answered lease(Call call) throws IOException, InterruptedException {
        var request =
                MessageCodec.RUNNER.read(
                        call.jsonBody(Limits.MOST_MESSAGE_BYTES), LeaseRequest.class);
        if (request.maxJobs() < 1 || request.maxJobs() > MOST_JOBS) {
            throw Problem.of(
                            400,
                            "INVALID_FIELD",
                            "max_jobs: expected 1 to %d, got %d"
                                    .formatted(MOST_JOBS, request.maxJobs()))
                    .with("field", "max_jobs")
                    .asException();
        }
        LeaseHolder holder = Holders.of(call.caller(), request.runnerId());
        InstanceId instance = request.instance();
        if (instance != null) {
            var other = register.arrived(holder, instance);
            if (other.isPresent()) {
                throw Problem.of(409, OtherProcess.CODE, other.get().refusal(holder.runner()))
                        .withHeader("Retry-After", "5")
                        .asException();
            }
        }
        if (request.capabilities().only() == null) {
            register.wants(holder, request.capabilities(), request.maxJobs());
        }
        call.allowSilence();
        List<Grant> granted = await(call, request, holder);
        if (instance != null && Peer.isGone(call.request())) {
            register.left(holder, instance);
        }
        if (!granted.isEmpty() && Peer.isGone(call.request())) {
            giveBack(holder, granted);
            throw new EofException("the runner went away");
        }
        if (!call.isStillAdmitted()) {
            giveBack(holder, granted);
            call.mustStillBeAdmitted();
        }
        return answer(holder, granted, request.capabilities().only());
    }

    private List<Grant> await(Call call, LeaseRequest request, LeaseHolder holder)
            throws InterruptedException {
        var caught = new Catch();
        waiting.add(caught);
        try (var demand =
                engine.demand(
                        holder,
                        request.instance(),
                        request.capabilities(),
                        request.ackOnGrant(),
                        caught)) {
            // Asked within a transaction, so that an empty answer means that there was nothing.
            engine.exchange(holder, List.of(), List.of(new Wanted(demand, request.maxJobs())));
            long deadline =
                    System.nanoTime()
                            + Objects.requireNonNullElse(request.maxWait(), Duration.ZERO)
                                    .toNanos();
            while (!stopping && !Peer.isGone(call.request()) && call.isStillAdmitted()) {
                register.heard(holder);
                long left = deadline - System.nanoTime();
                if (caught.await(Math.min(left, LOOK_INTERVAL.toNanos())) || left <= 0) {
                    break;
                }
            }
        } finally {
            waiting.remove(caught);
        }
        return caught.all();
    }

    private Answered answer(LeaseHolder holder, List<Grant> granted, @Nullable String only) {
        granted.forEach(grant -> leases.shown(holder, grant.job(), grant.leaseId()));
        byte[] body =
                GrantedLeases.write(
                        granted.stream().map(grant -> grants.told(grant, only)).toList());
        var answer = Answered.json(200, body).with("Cache-Control", "no-store");
        return granted.isEmpty()
                ? answer
                : new Answered.Watched(answer, () -> giveBack(holder, granted));
    }

    private void giveBack(LeaseHolder holder, List<Grant> granted) {
        List<LeaseId> leases = granted.stream().map(Grant::leaseId).toList();
        giveBack.undelivered(holder, leases);
    }
}
