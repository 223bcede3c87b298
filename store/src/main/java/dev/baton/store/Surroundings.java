package dev.baton.store;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Time and chance as an engine meets them: those of this machine, or those of a simulation.
///
/// @param nanos a monotonic clock
/// @param chance makes a source of random bytes for a lane: a secure one, except in simulations
/// @param pause waits for so many milliseconds
record Surroundings(LongSupplier nanos, Supplier<RandomGenerator> chance, LongConsumer pause) {
    static final Surroundings REAL =
            new Surroundings(System::nanoTime, BufferedRandom::new, Surroundings::sleep);

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
