package dev.baton.explorer;

import dev.baton.core.JobState;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// Shows of a world that all of its jobs can still reach an end: a runner that works, a sweep that looks and time that passes
/// are enough.
final class Rescue {
    private static final int RUNNER = 0;

    /// Longer than every deadline.
    private static final Duration LATER = Duration.ofSeconds(30);

    /// Every lease that a job may still lose takes a round.
    private static final int MOST_ROUNDS = 8;

    private final Stage stage;
    private final WorldCodec codec;

    Rescue(Stage stage, WorldCodec codec) {
        this.stage = stage;
        this.codec = codec;
    }

    /// Whether every job reaches an end. A promise that is broken on the way is not the matter here: the explorer meets it
    /// by a shorter one.
    boolean succeeds(World start) {
        World world = start;
        try {
            for (int round = 0; round < MOST_ROUNDS && !world.isOver(); round++) {
                world = later(world);
                for (int j = 0; j < world.jobs().size(); j++) {
                    world = help(world, j);
                }
            }
            return world.isOver();
        } catch (Violation _) {
            return true;
        }
    }

    private World help(World world, int j) {
        return switch (world.job(j).state()) {
            case JobState.Held _, JobState.Delayed _ ->
                    after(world, new Move(Move.Kind.SWEEP, j, 0, RUNNER));
            case JobState.Ready _ -> work(world, j);
            case JobState.Blocked _, JobState.Gated _, JobState.Finished _ -> world;
        };
    }

    private World work(World world, int j) {
        int epoch = world.job(j).epoch() + 1;
        if (epoch > WorldCodec.MOST_EPOCHS) {
            return world;
        }
        World leased = after(world, new Move(Move.Kind.CLAIM, j, 0, RUNNER));
        World running = after(leased, new Move(Move.Kind.ACK, j, epoch, RUNNER));
        return after(running, new Move(Move.Kind.COMPLETE, j, epoch, RUNNER));
    }

    private World after(World world, Move move) {
        @Nullable World next = stage.play(world, move);
        return next == null ? world : next;
    }

    private World later(World world) {
        var words = new long[codec.words()];
        codec.write(world, LATER, words);
        return codec.read(words);
    }
}
