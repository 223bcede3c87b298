package dev.baton.core;

/// How often the infrastructure has let a job down so far.
public record Tally(int losses, int unacknowledged, int releases) {
    public static final Tally ZERO = new Tally(0, 0, 0);

    Tally plusLoss() {
        return new Tally(losses + 1, unacknowledged, releases);
    }

    Tally plusUnacknowledged() {
        return new Tally(losses, unacknowledged + 1, releases);
    }

    Tally plusRelease() {
        return new Tally(losses, unacknowledged, releases + 1);
    }
}
