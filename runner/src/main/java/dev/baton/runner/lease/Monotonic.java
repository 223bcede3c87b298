package dev.baton.runner.lease;

/// Times of a clock that only goes forward, and may begin anywhere: they are compared by their difference, for they overflow.
final class Monotonic {
    private Monotonic() {}

    static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }

    static long later(long a, long b) {
        return a - b < 0 ? b : a;
    }
}
