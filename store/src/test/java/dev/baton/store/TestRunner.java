package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Answer;
import dev.baton.core.Capabilities;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Ending;
import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.Refusal;
import dev.baton.core.Report;
import dev.baton.core.RunnerId;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A runner that does as it is told: it wants jobs, keeps what it is granted and says what a test wants said.
final class TestRunner implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;

    private final Engine engine;
    final LeaseHolder holder;
    final InstanceId instance;
    final Demand demand;
    private final BlockingQueue<Grant> grants = new LinkedBlockingQueue<>();
    private volatile boolean refusing;

    TestRunner(Engine engine, String name, String... tags) {
        this(engine, name, false, tags);
    }

    /// @param acknowledges whether it acknowledges with its requests what it will be granted
    TestRunner(Engine engine, String name, boolean acknowledges, String... tags) {
        this.engine = engine;
        this.holder = new LeaseHolder(new RunnerId(name), "tok_" + name);
        this.instance = new InstanceId(UUID.randomUUID().toString());
        this.demand =
                engine.demand(
                        holder, instance, Capabilities.of(List.of(tags)), acknowledges, this::take);
    }

    private boolean take(List<Grant> granted) {
        return !refusing && grants.addAll(granted);
    }

    /// From now on whatever is delivered is refused.
    TestRunner refuseEverything() {
        refusing = true;
        return this;
    }

    TestRunner accept() {
        refusing = false;
        return this;
    }

    TestRunner wants(int jobs) {
        demand.want(jobs);
        return this;
    }

    /// The next lease, waited for.
    Grant granted() {
        try {
            var grant = grants.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(grant).as("a lease for %s", holder.runner()).isNotNull();
            return grant;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Grant claims() {
        return wants(1).granted();
    }

    List<Grant> granted(int jobs) {
        var taken = new ArrayList<Grant>();
        for (int i = 0; i < jobs; i++) {
            taken.add(granted());
        }
        return taken;
    }

    /// What has arrived so far.
    List<Grant> arrived() {
        var taken = new ArrayList<Grant>();
        grants.drainTo(taken);
        return taken;
    }

    static LeaseRef lease(Grant grant) {
        return new LeaseRef(grant.epoch(), grant.leaseId().digest());
    }

    Command ack(Grant grant) {
        return new Command.Acknowledge(lease(grant), holder);
    }

    Command beat(Grant grant) {
        return new Command.Beat(lease(grant), holder);
    }

    Command complete(Grant grant, Report report) {
        return new Command.Complete(lease(grant), holder, report);
    }

    Command complete(Grant grant, Ending ending) {
        return complete(grant, Report.of(ending));
    }

    Command confirmCancel(Grant grant) {
        return new Command.ConfirmCancel(lease(grant), holder, Report.of(Ending.CANCELED));
    }

    Command release(Grant grant) {
        return new Command.Release(lease(grant), holder, "shutting down");
    }

    Reply says(JobId job, Command command) {
        return engine.exchange(holder, List.of(Addressed.of(job, command)), List.of()).getFirst();
    }

    /// Says it and expects to be listened to.
    Answer told(Grant grant, Command command) {
        return switch (says(grant.job(), command).decision()) {
            case Decision.Accept(_, _, var answer, _) -> answer;
            case Decision.Repeat(var answer) ->
                    throw new AssertionError("expected " + command + " to be new, got " + answer);
            case Decision.Refuse(var reason) ->
                    throw new AssertionError(command + " was refused: " + reason);
        };
    }

    /// Says it again and expects the answer that it had before.
    Answer toldAgain(Grant grant, Command command) {
        var decision = says(grant.job(), command).decision();
        assertThat(decision).isInstanceOf(Decision.Repeat.class);
        return ((Decision.Repeat) decision).answer();
    }

    Refusal refused(Grant grant, Command command) {
        var decision = says(grant.job(), command).decision();
        assertThat(decision).isInstanceOf(Decision.Refuse.class);
        return ((Decision.Refuse) decision).reason();
    }

    /// Claims a job and starts it.
    Grant starts() {
        var grant = claims();
        told(grant, ack(grant));
        return grant;
    }

    /// Claims a job and does it.
    Grant does() {
        var grant = starts();
        told(grant, complete(grant, Ending.SUCCEEDED));
        return grant;
    }

    @Override
    public void close() {
        demand.close();
    }
}
