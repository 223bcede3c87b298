package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Something that waits for a transaction. Answered once, after the commit.
sealed interface Request {
    /// Whether it can be run again when nobody knows if it was committed: the rules answer repeats alike.
    boolean isRepeatable();

    /// Whether its caller was told an answer, and it must not be run any more.
    boolean isAnswered();

    void fail(StoreException e);

    /// Commands to jobs, from one caller, in order.
    final class Telling extends Awaited<List<Reply>> implements Request {
        final List<Addressed> commands;
        final List<WaitingRunner> asking;

        Telling(List<Addressed> commands, List<WaitingRunner> asking) {
            this.commands = commands;
            this.asking = asking;
        }

        @Override
        public boolean isRepeatable() {
            return true;
        }
    }

    /// A run to be created.
    final class Submitting extends Awaited<Submitted> implements Request {
        final NewRun run;

        Submitting(NewRun run) {
            this.run = run;
        }

        @Override
        public boolean isRepeatable() {
            return run.key() != null;
        }
    }

    /// A runner that wants jobs. Nobody waits for it: grants go to the runner's sink.
    final class Claiming implements Request {
        final WaitingRunner demand;

        Claiming(WaitingRunner demand) {
            this.demand = demand;
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
        public boolean isRepeatable() {
            return true;
        }
    }

    /// A result that a caller blocks for.
    abstract sealed class Awaited<T> {
        private final CountDownLatch answered = new CountDownLatch(1);
        private volatile @Nullable T result;
        private volatile @Nullable StoreException failure;

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
