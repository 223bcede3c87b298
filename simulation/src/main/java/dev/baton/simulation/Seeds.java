package dev.baton.simulation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Plays many seeds, each in one thread, several at once.
public final class Seeds {
    private final Parts parts;
    private final int threads;

    public Seeds(Parts parts, int threads) {
        this.parts = parts;
        this.threads = threads;
    }

    /// What came of all of them.
    ///
    /// @param violations in the order of their seeds
    public record Result(Figures figures, List<Violation> violations) {}

    /// Plays seeds, one after the other.
    ///
    /// @param progress told of each seed that was played, by whichever thread played it
    public Result play(long from, long seeds, Consumer<Played> progress)
            throws InterruptedException {
        return play(from, seeds, Long.MAX_VALUE, progress);
    }

    /// Plays seeds until one does not go well.
    ///
    /// @return what was not kept, if anything was not
    public @Nullable Violation first(long from, long seeds) throws InterruptedException {
        var found = play(from, seeds, 1, _ -> {}).violations();
        return found.isEmpty() ? null : found.getFirst();
    }

    private Result play(long from, long seeds, long mostViolations, Consumer<Played> progress)
            throws InterruptedException {
        var next = new AtomicLong(from);
        var total = new Total();
        Runnable work =
                () -> {
                    long seed;
                    while ((seed = next.getAndIncrement()) < from + seeds
                            && total.violations() < mostViolations) {
                        var played = Simulation.play(seed, parts);
                        total.add(played);
                        progress.accept(played);
                    }
                };
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < threads; i++) {
            workers.add(
                    Thread.ofPlatform()
                            .name("seeds-" + i)
                            .uncaughtExceptionHandler((_, e) -> total.failed(e))
                            .start(work));
        }
        for (var worker : workers) {
            worker.join();
        }
        return total.result();
    }

    private static final class Total {
        private final List<Violation> violations = new ArrayList<>();
        private Figures figures = Figures.NONE;
        private @Nullable Throwable failure;

        synchronized void add(Played played) {
            figures = figures.plus(played.figures());
            var violation = played.violation();
            if (violation != null) {
                violations.add(violation);
            }
        }

        synchronized void failed(Throwable e) {
            failure = e;
        }

        synchronized int violations() {
            return violations.size();
        }

        synchronized Result result() {
            if (failure != null) {
                throw new IllegalStateException("a simulation broke", failure);
            }
            violations.sort(Comparator.comparingLong(Violation::seed));
            return new Result(figures, List.copyOf(violations));
        }
    }
}
