package dev.baton.cli.client;

import java.time.Duration;

/// How long and how often a lost connection is tried again. One thread uses it; any may [#hurry] it.
public final class Patience {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration GIVE_UP_AFTER = Duration.ofMinutes(10);

    /// For those who asked for the end: they wait for an answer, not for the orchestrator to be repaired.
    private static final Duration GIVE_UP_IN_A_HURRY_AFTER = Duration.ofSeconds(10);

    private volatile long hurriedAt = -1;
    private long brokenSince = -1;
    private Duration pause = FIRST_PAUSE;

    /// Something was heard.
    public void restore() {
        brokenSince = -1;
        pause = FIRST_PAUSE;
    }

    /// From now on a lost connection is given up much sooner.
    public void hurry() {
        if (hurriedAt == -1) {
            hurriedAt = System.nanoTime();
        }
    }

    /// Waits a little longer each time.
    ///
    /// @throws ClientException the failure, when it can not pass or has lasted too long
    public void pauseAfter(ClientException failure) throws ClientException, InterruptedException {
        long now = System.nanoTime();
        if (brokenSince == -1) {
            brokenSince = now;
        }
        if (!failure.isPassing() || isTooLong(now)) {
            throw failure;
        }
        Thread.sleep(pause);
        pause = pause.multipliedBy(2);
        if (pause.compareTo(LONGEST_PAUSE) > 0) {
            pause = LONGEST_PAUSE;
        }
    }

    private boolean isTooLong(long now) {
        long hurried = hurriedAt;
        return now - brokenSince > GIVE_UP_AFTER.toNanos()
                || (hurried != -1
                        && now - brokenSince > GIVE_UP_IN_A_HURRY_AFTER.toNanos()
                        && now - hurried > GIVE_UP_IN_A_HURRY_AFTER.toNanos());
    }

    /// Whether the connection is lost at the moment.
    boolean isTried() {
        return brokenSince != -1;
    }
}
