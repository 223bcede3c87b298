package dev.baton.simulation;

import dev.baton.core.Backoff;
import dev.baton.core.Command;
import dev.baton.core.GateKey;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
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
        for (int i = 0; i < runs; i++) {
            var run = run(name + "-run-" + i);
            unanswered++;
            world.oracle().asksFor(run.key());
            double at = world.chance().between(0, world.scenario().horizon() * 0.9);
            world.timeline().after(Timeline.seconds(at), () -> submit(run));
        }
    }

    /// Whether everything that it asked for has come to an end, as far as it was told.
    boolean isContent() {
        return unanswered == 0 && unfinished.isEmpty();
    }

    private NewRun run(String key) {
        var chance = world.chance();
        var jobs = new ArrayList<NewRun.NewJob>();
        int size = chance.between(1, 5);
        for (int i = 0; i < size; i++) {
            boolean needs = i > 0 && chance.happens(0.3);
            var plan = plan();
            jobs.add(
                    new NewRun.NewJob(
                            "job-" + i,
                            "steps",
                            plan,
                            plan.gate() == null ? 0 : limit(plan.gate()),
                            needs ? List.of(chance.between(0, i - 1)) : List.of(),
                            "{}",
                            null));
        }
        return new NewRun(key, key, name, name, key, Map.of(), jobs);
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
        if (!(came instanceof Submitted.Created created)) {
            world.oracle().violate("a repeated submission is one run", null, "was told " + came);
            return;
        }
        world.oracle().toldRun(run.key(), created);
        unanswered--;
        for (int i = 0; i < created.jobs().size(); i++) {
            var job = created.jobs().get(i);
            world.oracle().knows(job, run.jobs().get(i).plan());
            unfinished.add(job);
            look(job);
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
