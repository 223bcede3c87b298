package dev.baton.core;

/// How many runners have let a job down so far, each way: by losing it, by not confirming it, by giving it back.
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
