package dev.baton.simulation;

import dev.baton.core.Capabilities;
import dev.baton.core.JobId;
import dev.baton.core.LeaseHolder;
import dev.baton.server.config.Limits;
import dev.baton.server.http.Caller;
import dev.baton.server.runner.Attendance;
import dev.baton.server.runner.GiveBack;
import dev.baton.server.runner.Grants;
import dev.baton.server.stream.LeaseStream;
import dev.baton.server.stream.StreamCare;
import dev.baton.server.stream.StreamParts;
import dev.baton.server.stream.Streams;
import dev.baton.server.watch.CommitFeed;
import dev.baton.server.watch.MissedChanges;
import dev.baton.server.watch.ResultWaits;
import dev.baton.server.watch.Watchers;
import dev.baton.store.CommitFate;
import dev.baton.store.Engine;
import dev.baton.store.Notice;
import dev.baton.store.Pending;
import dev.baton.store.SteppedEngine;
import dev.baton.store.StoreException;
import dev.baton.store.Views.JobView;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// An orchestrator: the real engine, streams and their care, put together as the server does it.
final class SimulatedOrchestrator extends SimulatedProcess {
    /// So little that many runs are written in parts.
    private static final int MAX_PART_COST = 3;

    private static final long CARE_NANOS = StreamCare.INTERVAL.toNanos();
    private static final double SWEEP_INTERVAL = 0.25;
    private static final long NEVER = Long.MAX_VALUE;

    private final List<Connection> connections = new ArrayList<>();
    private final List<Call<?>> calls = new ArrayList<>();
    private @Nullable Running running;
    private long sweepAt = NEVER;
    private long restUntil;
    private boolean committed;

    /// What one life of the process consists of.
    private record Running(
            SteppedEngine stepped,
            Engine engine,
            StreamParts parts,
            StreamCare care,
            Followed followed) {}

    /// What clients follow here, and what makes up for lost notices.
    private record Followed(CommitFeed feed, Watchers watchers, MissedChanges missed) {
        static Followed on(CommitFeed feed, Engine engine) {
            var watchers = new Watchers(new Limits.Watching(1_000, 1_000));
            var waits = new ResultWaits();
            var missed = new MissedChanges(engine.views(), watchers, waits);
            feed.add(watchers);
            feed.add(waits);
            feed.add(missed);
            return new Followed(feed, watchers, missed);
        }

        void makeUp() {
            feed.changesMissed();
            missed.look();
        }
    }

    /// Somebody who waits for an answer.
    private record Call<T>(Pending<T> pending, Consumer<T> answer) {
        void answerIfDone() {
            try {
                answer.accept(pending.get());
            } catch (StoreException _) {
                // An error is an answer that says nothing: the caller asks again.
            }
        }
    }

    SimulatedOrchestrator(World world, int number) {
        super(world, "orchestrator-" + number);
    }

    @Override
    void begin() {
        var feed = new CommitFeed();
        var stepped =
                new SteppedEngine(
                        world.store(),
                        world.scenario().lanes(),
                        world.oracle().watched(world.parts().rules(world.scenario().terms())),
                        new SteppedEngine.Circumstances(
                                world.timeline()::now,
                                world.chance()::another,
                                this::fate,
                                this::tellNeighbours,
                                world.parts().checksVersions(),
                                MAX_PART_COST),
                        feed);
        var engine = world.parts().engine(stepped.engine());
        var terms = world.scenario().terms();
        var pace =
                new StreamParts.Pace(
                        world::storeTime, world.timeline()::now, task -> after(0, task));
        var streams = new Streams(engine, terms.ttl(), pace);
        feed.add(streams);
        var parts =
                new StreamParts(
                        engine,
                        new Grants(terms),
                        new GiveBack(engine),
                        streams,
                        new Unnoticed(),
                        terms,
                        pace);
        running =
                new Running(
                        stepped,
                        engine,
                        parts,
                        new StreamCare(streams, world.timeline()::now),
                        Followed.on(feed, engine));
        feed.add(world.followers());
        sweepAt = NEVER;
        after(CARE_NANOS, this::care);
        after(lookInterval(), this::lookAround);
        world.planSweeps();
    }

    private static final class Unnoticed implements Attendance {
        @Override
        public void saw(LeaseHolder holder, Capabilities capabilities, int capacity) {}

        @Override
        public void wants(LeaseHolder holder, Capabilities capabilities, int jobs) {}
    }

    @Override
    void end() {
        running = null;
        calls.clear();
        connections.forEach(connection -> world.network().lose(connection, this));
        connections.clear();
    }

    @Override
    void settle() {
        for (var call : List.copyOf(calls)) {
            if (call.pending().isAnswered() && calls.remove(call)) {
                call.answerIfDone();
            }
        }
        if (committed) {
            committed = false;
            world.planSweeps();
            world.oracle().lookAtStore();
        }
    }

    /// A runner connects.
    void accept(Connection connection) {
        var now = running;
        if (now == null) {
            return;
        }
        connections.removeIf(old -> !old.isOpen(this));
        connections.add(connection);
        var stream = new LeaseStream(now.parts(), Caller.ANYONE, () -> true);
        connection.listen(this, new StreamEar(stream));
        stream.opened(new SimulatedWire(this, connection));
    }

    private record StreamEar(LeaseStream stream) implements Connection.Ear {
        @Override
        public void heard(String frame) {
            stream.heard(frame);
        }

        @Override
        public void pinged() {
            stream.heardPong();
        }

        @Override
        public void ended() {
            stream.ended();
        }
    }

    /// Takes a call that is answered with the transaction that it becomes part of, which others may share.
    <T> void call(Function<SteppedEngine, Pending<T>> request, Consumer<T> answer) {
        var now = running;
        if (now != null) {
            calls.add(new Call<>(request.apply(now.stepped()), answer));
            after(Timeline.seconds(world.chance().untilNext(0.003)), now.stepped()::step);
        }
    }

    /// Takes a call that only reads.
    <T> void read(Function<Engine, T> question, Consumer<T> answer) {
        var now = running;
        if (now != null) {
            answer.accept(question.apply(now.engine()));
        }
    }

    /// A client follows a job here: it is told of each change, and looks at the job then.
    void follow(JobId job, Consumer<Optional<JobView>> told) {
        var now = running;
        if (now != null) {
            now.followed()
                    .watchers()
                    .watch(
                            "client",
                            List.of(job),
                            () -> after(0, () -> told.accept(now.engine().views().job(job))));
            told.accept(now.engine().views().job(job));
        }
    }

    private void tellNeighbours(Notice notice) {
        for (var other : world.orchestrators()) {
            if (other != this
                    && !world.network().isCut(name, other.name)
                    && !world.faults().losesNotice()) {
                int life = other.life();
                world.timeline()
                        .after(
                                world.network().latency(),
                                () -> other.happen(life, () -> other.hear(notice)));
            }
        }
    }

    private void hear(Notice notice) {
        var now = running;
        if (now != null) {
            trying(() -> now.stepped().hear(notice));
        }
    }

    private CommitFate fate() {
        if (running == null) {
            // It starts, and has nothing to lose; or it died a moment ago, in this very step.
            return isAlive() ? CommitFate.DONE : CommitFate.DIED_BEFORE;
        }
        committed = true;
        var fate = world.parts().fate(world.faults().fateOfCommit(this));
        switch (fate) {
            case DIED_BEFORE, DIED_AFTER -> world.faults().killAndRestart(this);
            case DONE, REFUSED, CUT_BEFORE, CUT_AFTER, FORGOTTEN -> {}
        }
        return fate;
    }

    private void care() {
        var now = running;
        if (now != null) {
            now.care().look();
            after(CARE_NANOS, this::care);
        }
    }

    private void lookAround() {
        var now = running;
        if (now != null) {
            trying(() -> now.stepped().lookAround());
            if (world.parts().makesUpForNotices()) {
                trying(now.followed()::makeUp);
            }
            after(lookInterval(), this::lookAround);
        }
    }

    /// Each second in production; here less often where leases are long, for it costs the most of all.
    long lookInterval() {
        return Timeline.seconds(Math.clamp(world.scenario().ttl() * 3, 1, 3_600));
    }

    /// A sweep that finds nothing changes nothing: it is done when there will be something to find.
    void planSweep(long due) {
        if (isAlive()) {
            long from = Math.max(Math.max(world.timeline().now(), due), restUntil);
            long at = from + Timeline.seconds(world.chance().between(0, SWEEP_INTERVAL)) + 1;
            if (at < sweepAt) {
                sweepAt = at;
                after(at - world.timeline().now(), this::sweep);
            }
        }
    }

    private void sweep() {
        var now = running;
        if (now != null && world.timeline().now() >= sweepAt) {
            sweepAt = NEVER;
            restUntil = world.timeline().now() + Timeline.seconds(world.scenario().ttl() / 20);
            trying(() -> now.engine().sweep());
            world.planSweeps();
        }
    }

    /// The store may fail: then it is tried again another time.
    private static void trying(Runnable what) {
        try {
            what.run();
        } catch (StoreException _) {
            // As the loops of the server do.
        }
    }
}
