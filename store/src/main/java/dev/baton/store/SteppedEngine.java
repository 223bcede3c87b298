package dev.baton.store;

import dev.baton.core.JobId;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The engine of one orchestrator without its threads: what is asked for waits, and [#step] does in the calling thread
/// what the lanes would do. Everything else is what runs in production.
///
/// Not for production: nobody else may use the [MemoryStore] meanwhile, and nothing of it is on a disk.
public final class SteppedEngine {
    private final Transactor transactor;
    private final CommitListener listener;
    private final int maxPartCost;

    /// What an orchestrator meets in a simulation.
    ///
    /// @param nanos its monotonic clock
    /// @param chance makes sources of random bytes
    /// @param fates what becomes of each commit
    /// @param neighbours hears what the others are to be told
    /// @param checksVersions whether it notices that somebody else changed a job that it remembers, as it should
    /// @param maxPartCost how many jobs of a run are written in one transaction, about
    public record Circumstances(
            LongSupplier nanos,
            Supplier<RandomGenerator> chance,
            Supplier<CommitFate> fates,
            Consumer<Notice> neighbours,
            boolean checksVersions,
            int maxPartCost) {}

    /// Opens an engine, as an orchestrator does when it starts.
    ///
    /// @param lanes how many lanes take turns
    public SteppedEngine(
            MemoryStore store,
            int lanes,
            Rules rules,
            Circumstances circumstances,
            CommitListener listener) {
        this.listener = listener;
        this.maxPartCost = circumstances.maxPartCost();
        var dialect = new SteppedDialect(store, circumstances);
        var requirements = new Requirements(circumstances.nanos());
        var shared =
                new Shared(
                        rules,
                        requirements,
                        new Cursors(circumstances.nanos()),
                        new Parking(requirements, new GrantBackoff(circumstances.nanos())),
                        neighbours(dialect),
                        listener,
                        circumstances.maxPartCost());
        var wait = new Wait(circumstances.nanos());
        transactor =
                new Transactor(
                        new SteppedDatabase(store, dialect, lanes),
                        shared,
                        new Surroundings(wait, circumstances.chance(), wait::pause));
        transactor.reloadQueues();
    }

    private static Neighbours neighbours(SteppedDialect dialect) {
        return new Neighbours() {
            @Override
            public void tell(Session session, Map<Integer, Integer> ready, List<JobId> jobs) {
                if (!ready.isEmpty() || !jobs.isEmpty()) {
                    dialect.tell(new Notice(new TreeMap<>(ready), jobs));
                }
            }

            @Override
            public void close() {}
        };
    }

    /// A clock that moves while a lane waits for its database: nobody else does anything meanwhile.
    private static final class Wait implements LongSupplier {
        private final LongSupplier nanos;
        private long waited;

        Wait(LongSupplier nanos) {
            this.nanos = nanos;
        }

        void pause(long millis) {
            waited += Duration.ofMillis(millis).toNanos();
        }

        @Override
        public long getAsLong() {
            return nanos.getAsLong() + waited;
        }
    }

    /// The engine. Its calls run what waits, all in the thread that calls.
    public Engine engine() {
        return transactor;
    }

    /// Asks for a run, to be created with the next step.
    public Pending<Submitted> submit(NewRun run) {
        var request = new Request.Submitting(run, maxPartCost);
        transactor.put(request);
        return transactor.pending(request);
    }

    /// Puts commands to their jobs with the next step.
    public Pending<List<Reply>> tell(List<Addressed> commands) {
        var request = new Request.Telling(commands, List.of());
        transactor.put(request);
        return transactor.pending(request);
    }

    /// Runs whatever waits, and what that makes necessary.
    public void step() {
        transactor.step();
    }

    /// Another orchestrator has committed something.
    public void hear(Notice notice) {
        notice.ready()
                .forEach(
                        (queue, jobs) -> {
                            if (!transactor.knowsQueue(queue)) {
                                transactor.reloadQueues();
                            }
                            transactor.readyElsewhere(queue, jobs);
                        });
        if (!notice.jobs().isEmpty()) {
            listener.changedElsewhere(notice.jobs());
        }
        transactor.step();
    }

    /// Looks for itself, in case a notice was lost: each second, while others are there.
    public void lookAround() {
        transactor.reloadQueues();
        transactor.lookAround();
        transactor.step();
    }
}
