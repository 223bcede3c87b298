package dev.baton.simulation;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// All chance of one simulation: the same seed, the same chance.
final class Chance {
    private final RandomGenerator random;

    Chance(long seed) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /// A source that depends on this one and on nothing else.
    RandomGenerator another() {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(random.nextLong());
    }

    long number() {
        return random.nextLong();
    }

    boolean happens(double probability) {
        return random.nextDouble() < probability;
    }

    /// Both ends included.
    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    double between(double least, double most) {
        return least + random.nextDouble() * (most - least);
    }

    /// As often between 1 and 10 as between 10 and 100.
    double acrossScales(double least, double most) {
        return Math.exp(between(Math.log(least), Math.log(most)));
    }

    /// Time until the next of things that come by themselves.
    double untilNext(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
