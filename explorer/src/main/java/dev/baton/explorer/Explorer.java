package dev.baton.explorer;

import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobRules;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/// Tries every move in every state, breadth first, so that what it finds is found by the shortest way.
public final class Explorer {
    /// The rules as they are.
    public static final Rules REAL = new JobRules(Scene.TERMS)::decide;

    private static final int TICK = new Move(Move.Kind.TICK, 0, 0, 0).packed();
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int CHUNK = 256;

    private final Scene scene;
    private final Stage stage;
    private final WorldCodec codec;
    private final Rescue rescue;
    private final StateTable table;
    private final LongAdder transitions = new LongAdder();
    private final AtomicReference<@Nullable Found> found = new AtomicReference<>();

    /// A broken promise.
    ///
    /// @param from the state before it
    /// @param move what broke it, or null if the state itself is the trouble
    private record Found(long from, @Nullable Move move, String promise) {}

    public Explorer(Scene scene, Rules rules) {
        this.scene = scene;
        stage = new Stage(scene, rules);
        codec = new WorldCodec(scene);
        rescue = new Rescue(stage, codec);
        table = new StateTable(codec.words());
    }

    /// Explores until everything was met, a promise is broken, or a bound is reached.
    ///
    /// @param depth how many moves away from the start
    /// @param enough the number of states after which no further level is begun
    public Exploration explore(int depth, long enough) throws InterruptedException {
        var words = new long[codec.words()];
        codec.write(start(), Duration.ZERO, words);
        long[] level = {table.add(words, StateTable.NO_PARENT, TICK)};
        int reached = 0;
        while (level.length > 0
                && reached < depth
                && found.get() == null
                && table.size() < enough) {
            level = next(level);
            reached++;
        }
        return new Exploration(
                scene,
                table.size(),
                transitions.sum(),
                reached,
                level.length == 0,
                trace(found.get()));
    }

    private World start() {
        var rules = new JobRules(Scene.TERMS);
        var jobs = new ArrayList<Job>();
        for (int j = 0; j < scene.plans().size(); j++) {
            var id = new JobId(j + 1L);
            var plan = scene.plans().get(j);
            jobs.add(rules.submit(id, plan, scene.needs(j), "somebody", WorldCodec.NOW).next());
        }
        stage.settle(jobs);
        return new World(jobs, Collections.nCopies(jobs.size(), false));
    }

    /// Every state one move further on.
    private long[] next(long[] level) throws InterruptedException {
        var at = new AtomicInteger();
        var workers = new ArrayList<Worker>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            var worker = new Worker(level, at);
            workers.add(worker);
            threads.add(Thread.ofPlatform().name("explorer-" + i).start(worker));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (Worker worker : workers) {
            if (worker.failure != null) {
                throw new IllegalStateException("a worker failed", worker.failure);
            }
        }
        return workers.stream().flatMapToLong(w -> Arrays.stream(w.met, 0, w.count)).toArray();
    }

    /// Takes states of a level until none is left.
    private final class Worker implements Runnable {
        private final long[] level;
        private final AtomicInteger at;
        private final long[] words = new long[codec.words()];
        private long[] met = new long[CHUNK];
        private int count;
        private @Nullable Throwable failure;

        Worker(long[] level, AtomicInteger at) {
            this.level = level;
            this.at = at;
        }

        @Override
        public void run() {
            try {
                for (int from = at.getAndAdd(CHUNK);
                        from < level.length && found.get() == null;
                        from = at.getAndAdd(CHUNK)) {
                    for (int i = from; i < Math.min(from + CHUNK, level.length); i++) {
                        expand(level[i]);
                    }
                }
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }

        private void expand(long number) {
            table.read(number, words);
            World world = codec.read(words);
            if (!rescue.succeeds(world)) {
                found.compareAndSet(
                        null, new Found(number, null, "a job can no longer reach an end"));
            }
            stage.moves(world, move -> attempt(number, world, move));
            codec.write(world, SECOND, words);
            add(number, TICK);
        }

        private void attempt(long number, World world, Move move) {
            transitions.increment();
            try {
                World next = stage.play(world, move);
                if (next != null) {
                    codec.write(next, Duration.ZERO, words);
                    add(number, move.packed());
                }
            } catch (Violation e) {
                found.compareAndSet(null, new Found(number, move, String.valueOf(e.getMessage())));
            }
        }

        private void add(long parent, int move) {
            long number = table.add(words, parent, move);
            if (number != StateTable.KNOWN) {
                if (count == met.length) {
                    met = Arrays.copyOf(met, 2 * count);
                }
                met[count++] = number;
            }
        }
    }

    private @Nullable Trace trace(@Nullable Found broken) {
        if (broken == null) {
            return null;
        }
        List<String> lines = new ArrayList<>();
        for (long at = broken.from;
                table.parent(at) != StateTable.NO_PARENT;
                at = table.parent(at)) {
            var words = new long[codec.words()];
            table.read(at, words);
            lines.add(line(Move.unpacked(table.move(at)), codec.read(words)));
        }
        Collections.reverse(lines);
        if (broken.move != null) {
            lines.add(broken.move.inWords());
        }
        return new Trace(broken.promise, lines);
    }

    private static String line(Move move, World after) {
        var states = new ArrayList<String>();
        for (int j = 0; j < after.jobs().size(); j++) {
            Job job = after.job(j);
            states.add(
                    "job %d %s, attempt %d, epoch %d"
                            .formatted(
                                    j,
                                    job.state().getClass().getSimpleName(),
                                    job.state().attempt(),
                                    job.epoch()));
        }
        return move.inWords() + "  ->  " + String.join("; ", states);
    }
}
