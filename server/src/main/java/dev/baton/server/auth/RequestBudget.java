package dev.baton.server.auth;

/// How much a token may still ask: a bucket that fills at a rate, up to a burst. Any thread may take.
final class RequestBudget {
    private static final double NANOS = 1e9;

    private final double perNano;
    private final double burst;
    private double left;
    private long asOf;

    RequestBudget(int perSecond, int burst, long nanoTime) {
        perNano = perSecond / NANOS;
        this.burst = burst;
        left = burst;
        asOf = nanoTime;
    }

    /// Takes one request from the budget, if there is one left.
    synchronized boolean take(long nanoTime) {
        left = Math.min(burst, left + Math.max(0, nanoTime - asOf) * perNano);
        asOf = nanoTime;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
