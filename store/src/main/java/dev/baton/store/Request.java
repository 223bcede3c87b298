package dev.baton.store;

import dev.baton.core.Command;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// Something that waits for a transaction. Answered once, after the commit.
sealed interface Request {
    /// What anything takes in memory, about.
    int BYTES = 256;

    /// Whether it can be run again when nobody knows if it was committed: the rules answer repeats alike.
    boolean isRepeatable();

    /// Whether its caller was told an answer, and it must not be run any more.
    boolean isAnswered();

    void fail(StoreException e);

    /// Whether leases depend on it: then it goes before what does not.
    boolean isForLeases();

    /// Whether a part of what it asks for is done: it goes on before others of its owner, and cannot be refused any more.
    default boolean isBegun() {
        return false;
    }

    /// Who shares with others what is left beside leases: requests of different owners take turns.
    String owner();

    /// How much work it is for a transaction, counted in commands.
    int cost();

    /// How much memory it holds while it waits, about.
    long bytes();

    /// When it began to wait.
    long since();

    void since(long nanos);

    /// Commands to jobs, from one caller, in order.
    final class Telling extends Awaited<List<Reply>> implements Request {
        final List<Addressed> commands;
        final List<WaitingRunner> asking;
        private final boolean forLeases;
        private final long bytes;

        Telling(List<Addressed> commands, List<WaitingRunner> asking) {
            this.commands = commands;
            this.asking = asking;
            boolean all = !commands.isEmpty() || !asking.isEmpty();
            long sum = BYTES;
            for (var addressed : commands) {
                var command = addressed.command();
                all &= command instanceof Command.LeaseMessage || command instanceof Command.Disown;
                sum += BYTES + bytes(command);
            }
            this.forLeases = all;
            this.bytes = sum;
        }

        private static long bytes(Command command) {
            if (command instanceof Command.Complete complete) {
                return complete.report().document().length();
            }
            return command instanceof Command.ConfirmCancel confirm
                    ? confirm.report().document().length()
                    : 0;
        }

        @Override
        public boolean isForLeases() {
            return forLeases;
        }

        @Override
        public String owner() {
            return "";
        }

        @Override
        public int cost() {
            return Math.max(1, commands.size() + asking.size());
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }
    }

    /// A run to be created.
    final class Submitting extends Awaited<Submitted> implements Request {
        final NewRun run;
        final RunParts parts;

        /// What is kept of the jobs until all are written; empty if that is one transaction.
        final String rest;

        private final long bytes;
        private volatile int turn;

        Submitting(NewRun run, int maxPartCost) {
            this(run, maxPartCost, 0);
        }

        /// Goes on with a run of which a part is written.
        Submitting(NewRun run, int maxPartCost, int turn) {
            this.run = run;
            // Without a key nobody could find the run again to go on with it.
            this.parts = new RunParts(run, run.key() == null ? Integer.MAX_VALUE : maxPartCost);
            this.rest = parts.isOne() ? "" : NewJobsJson.write(run.jobs());
            this.turn = turn;
            long sum = BYTES + (long) rest.length();
            for (var job : run.jobs()) {
                sum += BYTES + job.spec().length();
            }
            this.bytes = sum;
        }

        /// How far it is known to be written.
        int turn() {
            return turn;
        }

        /// A part was written, and the next begins here.
        void goOn(int next) {
            turn = next;
        }

        @Override
        public boolean isBegun() {
            return turn > 0;
        }

        /// What the next transaction has to know of: all jobs before the first part is written, then those of a part.
        List<NewRun.NewJob> nextJobs() {
            int from = turn;
            if (from == 0) {
                return run.jobs();
            }
            return IntStream.range(from, parts.end(from))
                    .mapToObj(next -> run.jobs().get(parts.at(next)))
                    .toList();
        }

        @Override
        public boolean isForLeases() {
            return false;
        }

        @Override
        public String owner() {
            return run.owner();
        }

        @Override
        public int cost() {
            int from = turn;
            return parts.cost(from, parts.end(from));
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public boolean isRepeatable() {
            return run.key() != null;
        }
    }

    /// A runner that wants jobs. Nobody waits for it: grants go to the runner's sink.
    final class Claiming implements Request {
        final WaitingRunner demand;
        private long since;

        Claiming(WaitingRunner demand) {
            this.demand = demand;
        }

        @Override
        public boolean isForLeases() {
            return true;
        }

        @Override
        public String owner() {
            return "";
        }

        @Override
        public int cost() {
            return 1;
        }

        @Override
        public long bytes() {
            return BYTES;
        }

        @Override
        public long since() {
            return since;
        }

        @Override
        public void since(long nanos) {
            since = nanos;
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }

        @Override
        public boolean isAnswered() {
            return false;
        }

        /// Nobody waits for an answer. A lane parks the runner instead, unless it is closed for good.
        @Override
        public void fail(StoreException e) {}
    }

    /// Every deadline that has passed, up to a bound.
    final class Sweeping extends Awaited<Integer> implements Request {
        final int limit;

        Sweeping(int limit) {
            this.limit = limit;
        }

        @Override
        public boolean isForLeases() {
            return true;
        }

        @Override
        public String owner() {
            return "";
        }

        @Override
        public int cost() {
            return limit;
        }

        @Override
        public long bytes() {
            return BYTES;
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }
    }

    /// Writes something, to show that it can be done.
    final class Probing extends Awaited<Boolean> implements Request {
        @Override
        public boolean isRepeatable() {
            return true;
        }

        @Override
        public boolean isForLeases() {
            return true;
        }

        @Override
        public String owner() {
            return "";
        }

        @Override
        public int cost() {
            return 1;
        }

        @Override
        public long bytes() {
            return BYTES;
        }
    }

    /// A result that a caller blocks for.
    abstract sealed class Awaited<T> {
        private final CountDownLatch answered = new CountDownLatch(1);
        private volatile @Nullable T result;
        private volatile @Nullable StoreException failure;
        private volatile long since;

        public long since() {
            return since;
        }

        public void since(long nanos) {
            since = nanos;
        }

        public boolean isAnswered() {
            return answered.getCount() == 0;
        }

        void answer(T value) {
            result = value;
            answered.countDown();
        }

        public void fail(StoreException e) {
            failure = e;
            answered.countDown();
        }

        /// The answer, if there is one and it is no failure.
        @Nullable T result() {
            return result;
        }

        @Nullable StoreException failure() {
            return failure;
        }

        void awaitAnswer(long timeoutNanos) throws InterruptedException {
            answered.await(timeoutNanos, TimeUnit.NANOSECONDS);
        }

        T await(long timeoutMillis) {
            try {
                if (!answered.await(timeoutMillis, TimeUnit.MILLISECONDS)) {
                    throw new StoreException(
                            StoreException.Code.UNAVAILABLE,
                            "the store did not answer within " + timeoutMillis + " ms");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoreException(
                        StoreException.Code.CLOSED, "interrupted while waiting for the store", e);
            }
            var failed = failure;
            if (failed != null) {
                throw new StoreException(
                        failed.code(), String.valueOf(failed.getMessage()), failed);
            }
            var value = result;
            if (value == null) {
                throw new IllegalStateException("answered without a result");
            }
            return value;
        }
    }
}
