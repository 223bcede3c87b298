package dev.baton.simulation;

import dev.baton.core.Backoff;
import dev.baton.core.Command;
import dev.baton.core.GateKey;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
import dev.baton.protocol.submit.FunctionAddress;
import dev.baton.protocol.submit.JobExtras;
import dev.baton.store.Addressed;
import dev.baton.store.NewRun;
import dev.baton.store.Reply;
import dev.baton.store.Submitted;
import dev.baton.store.Views.JobView;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Somebody who submits runs, cancels some of their jobs, and wants to know how the others end. What is not answered is asked
/// again, with the same key, of whoever is there.
final class SimulatedClient {
    private static final List<RetryPolicy> POLICIES =
            List.of(RetryPolicy.STEPS, RetryPolicy.FUNCTION, RetryPolicy.IMAGE, impatient());

    private final World world;
    private final String name;
    private final Set<JobId> unfinished = new HashSet<>();
    private int unanswered;

    SimulatedClient(World world, int number) {
        this.world = world;
        this.name = "client-" + number;
    }

    private static RetryPolicy impatient() {
        return new RetryPolicy(
                4,
                RetryPolicy.FUNCTION.retried(),
                Backoff.NONE,
                Duration.ofMinutes(5),
                new RetryPolicy.Tolerance(1, 1, 2));
    }

    /// Plans what it will ask for.
    void begin(int runs) {
        double at = 0;
        for (int i = 0; i < runs; i++) {
            // Some come on the heels of another.
            at =
                    i > 0 && world.chance().happens(0.4)
                            ? at + world.chance().untilNext(world.scenario().ttl() / 8)
                            : world.chance().between(0, world.scenario().horizon() * 0.9);
            var run = run(name + "-run-" + i, at);
            unanswered++;
            world.oracle().asksFor(run.key());
            world.timeline().after(Timeline.seconds(at), () -> submit(run));
        }
    }

    /// Whether everything that it asked for has come to an end, as far as it was told.
    boolean isContent() {
        return unanswered == 0 && unfinished.isEmpty();
    }

    /// @param at when it will be submitted, in seconds
    private NewRun run(String key, double at) {
        var chance = world.chance();
        var jobs = new ArrayList<NewRun.NewJob>();
        int size = chance.between(1, 5);
        for (int i = 0; i < size; i++) {
            boolean needs = i > 0 && chance.happens(0.3);
            var needed = needs ? List.of(chance.between(0, i - 1)) : List.<Integer>of();
            boolean isCall = world.scenario().executors() > 0 && chance.happens(0.5);
            // A run of nothing but jobs that are there already would be none; and nobody needs the
            // last one.
            boolean mayBeUnique = i > 0 && i == size - 1;
            jobs.add(
                    isCall ? call("job-" + i, needed, at, mayBeUnique) : steps("job-" + i, needed));
        }
        return new NewRun(key, key, name, name, key, Map.of(), jobs);
    }

    private NewRun.NewJob steps(String job, List<Integer> needs) {
        var plan = plan();
        int limit = plan.gate() == null ? 0 : limit(plan.gate());
        return new NewRun.NewJob(job, "steps", plan, limit, needs, "{}", null);
    }

    private NewRun.NewJob call(String job, List<Integer> needs, double at, boolean mayBeUnique) {
        var chance = world.chance();
        var executor = "executor-" + chance.between(1, world.scenario().executors());
        var handler =
                chance.happens(0.5)
                        ? Behaviour.SUCCEEDS
                        : chance.oneOf(List.of(Behaviour.values()));
        var retry =
                new RetryPolicy(
                        chance.between(1, 5),
                        RetryPolicy.FUNCTION.retried(),
                        chance.happens(0.5) ? Backoff.EXPONENTIAL : Backoff.NONE,
                        Duration.ofMinutes(5),
                        RetryPolicy.FUNCTION.tolerance());
        double ttl = world.scenario().ttl();
        var deadline =
                chance.happens(0.2)
                        ? Timeline.START.plusNanos(
                                Timeline.seconds(at + chance.acrossScales(0.02, 10) * ttl))
                        : null;
        var plan =
                new JobPlan(
                        chance.between(-2, 2),
                        Requirement.of(List.of(SimulatedPool.TAG + executor)),
                        null,
                        retry,
                        Duration.ofNanos(Timeline.seconds(chance.acrossScales(0.05, 3) * ttl)),
                        notBefore(),
                        deadline);
        var until = deadline == null ? "" : ",\"deadline\":\"%s\"".formatted(deadline);
        boolean isUnique = mayBeUnique && chance.happens(0.8);
        return new NewRun.NewJob(
                job,
                "function",
                plan,
                0,
                needs,
                "{\"function\":{\"executor\":\"%s\",\"name\":\"%s\"%s}}"
                        .formatted(executor, handler, until),
                null,
                new JobExtras(
                        new FunctionAddress("default", executor, handler.name()),
                        isUnique ? "key-of-" + executor : null,
                        null));
    }

    private JobPlan plan() {
        var chance = world.chance();
        var gate = chance.happens(0.3) ? new GateKey("gate-" + chance.between(1, 2)) : null;
        var tags =
                chance.happens(0.7)
                        ? List.<String>of()
                        : List.of(chance.happens(0.7) ? "linux" : "gpu");
        double ttl = world.scenario().ttl();
        return new JobPlan(
                chance.between(-2, 2),
                Requirement.of(tags),
                gate,
                chance.oneOf(POLICIES),
                Duration.ofNanos(Timeline.seconds(chance.acrossScales(0.5, 8) * ttl)),
                notBefore());
    }

    private @Nullable Instant notBefore() {
        var chance = world.chance();
        return chance.happens(0.1)
                ? Timeline.START.plusNanos(
                        Timeline.seconds(chance.between(0, world.scenario().horizon())))
                : null;
    }

    /// `gate-2` lets two through.
    static int limit(GateKey gate) {
        return Character.digit(gate.value().charAt(gate.value().length() - 1), 10);
    }

    private void submit(NewRun run) {
        this.<Submitted>ask(
                (to, answer) -> to.call(engine -> engine.submit(world.parts().asked(run)), answer),
                came -> submitted(run, came));
    }

    private void submitted(NewRun run, Submitted came) {
        switch (came) {
            case Submitted.Created(var made, var jobs, _) -> {
                world.oracle().toldRun(run.key(), made);
                for (int i = 0; i < jobs.size(); i++) {
                    follow(jobs.get(i), run.jobs().get(i));
                }
            }
            case Submitted.Merged(var made, var jobs, _) when made != null -> {
                world.oracle().toldRun(run.key(), made);
                for (int i = 0; i < jobs.size(); i++) {
                    var placed = jobs.get(i);
                    follow(placed.id(), placed.existing() ? null : run.jobs().get(i));
                }
            }
            case Submitted.Merged _, Submitted.KeyReused _ ->
                    world.oracle()
                            .violate("a repeated submission is one run", null, "was told " + came);
        }
        unanswered--;
    }

    /// @param asked what the job was made of, unless it was there before
    private void follow(JobId job, NewRun.@Nullable NewJob asked) {
        if (asked != null) {
            world.oracle().knows(job, asked);
        }
        if (unfinished.add(job)) {
            look(job);
            if (world.more().happens(0.3)) {
                world.followers().follow(job, world.more().oneOf(world.orchestrators()));
            }
            if (world.chance().happens(0.15)) {
                double at = world.chance().acrossScales(0.001, 5) * world.scenario().ttl();
                world.timeline().after(Timeline.seconds(at), () -> cancel(job));
            }
        }
    }

    private void cancel(JobId job) {
        var command = List.of(Addressed.of(job, new Command.Cancel(name, "no longer wanted")));
        this.<List<Reply>>ask(
                (to, answer) -> to.call(engine -> engine.tell(command), answer), _ -> {});
    }

    /// Looks at a job again and again, until it is over.
    private void look(JobId job) {
        double wait = world.chance().untilNext(world.scenario().ttl() * 3);
        world.timeline()
                .after(
                        Timeline.seconds(wait),
                        () ->
                                this.<Optional<JobView>>ask(
                                        (to, answer) ->
                                                to.read(engine -> engine.views().job(job), answer),
                                        view -> looked(job, view.orElse(null))));
    }

    private void looked(JobId job, @Nullable JobView view) {
        if (world.oracle().toldStatus(job, view == null ? null : view.status())) {
            unfinished.remove(job);
        } else {
            look(job);
        }
    }

    private <T> void ask(Asking.Question<T> question, Consumer<T> answer) {
        new Asking<>(world, name, question, answer).ask();
    }
}
