package dev.baton.server.auth;

/// How much a token may still ask, or submit: a bucket that fills at a rate, up to a burst. Any thread may take.
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

    /// Takes so many from the budget, if they are left. More than a whole burst are given to who has saved up a whole one, and
    /// have to be saved up again before anything else is given.
    ///
    /// @return after how many nanoseconds to ask again, or 0 if they were given
    synchronized long take(int wanted, long nanoTime) {
        left = Math.min(burst, left + Math.max(0, nanoTime - asOf) * perNano);
        asOf = nanoTime;
        double missing = Math.min(wanted, burst) - left;
        if (missing > 0) {
            return Math.max(1, (long) Math.ceil(missing / perNano));
        }
        left -= wanted;
        return 0;
    }
}
