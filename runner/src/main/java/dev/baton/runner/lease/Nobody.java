package dev.baton.runner.lease;

import java.time.Duration;

/// Nobody works under a lease that was left over.
final class Nobody implements Holder {
    @Override
    public void renewed() {}

    @Override
    public void cancel(String reason, Duration deadline) {}

    @Override
    public void timeUp() {}

    @Override
    public void lost(String reason) {}
}
