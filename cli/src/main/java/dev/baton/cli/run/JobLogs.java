package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.LogFollow;
import dev.baton.cli.client.Remote;
import dev.baton.cli.output.LogDecoder;
import dev.baton.cli.output.Screen;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.concurrent.Semaphore;

/// Prints the logs of one job, one lease after the other, each on a thread of its own.
///
/// All but [#follow] of the threads are ours; the thread that hears the events calls us.
final class JobLogs {
    private final Remote remote;
    private final String job;
    private final LogDecoder.Parts parts;
    private final Screen screen;
    private final Semaphore turns;
    private final Runnable onClosedOutput;
    private int epoch;
    private @Nullable LogFollow current;
    private @Nullable Thread thread;

    /// @param turns how many logs may be followed at once
    /// @param onClosedOutput called when nobody reads what we print any more
    JobLogs(
            Remote remote,
            String job,
            LogDecoder.Parts parts,
            Screen screen,
            Semaphore turns,
            Runnable onClosedOutput) {
        this.remote = remote;
        this.job = job;
        this.parts = parts;
        this.screen = screen;
        this.turns = turns;
        this.onClosedOutput = onClosedOutput;
    }

    /// A lease was granted: its log is next.
    void begin(int granted) {
        end();
        epoch = granted;
        var decoder = new LogDecoder(parts);
        var log =
                new LogFollow(
                        remote,
                        job,
                        granted,
                        (buffer, length) -> {
                            decoder.accept(buffer, length);
                            screen.flush();
                        });
        Thread before = thread;
        current = log;
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("log-" + job)
                        .start(() -> follow(before, log, decoder));
    }

    /// The lease is over.
    void end() {
        LogFollow log = current;
        if (log != null) {
            log.leaseEnded();
        }
        current = null;
    }

    /// Waits until everything is printed.
    void await() throws InterruptedException {
        Thread last = thread;
        if (last != null) {
            last.join();
        }
    }

    int epoch() {
        return epoch;
    }

    private void follow(@Nullable Thread before, LogFollow log, LogDecoder decoder) {
        try {
            if (before != null) {
                before.join();
            }
            turns.acquire();
            try {
                log.follow();
                decoder.end();
                screen.flush();
            } finally {
                turns.release();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ClientException e) {
            screen.say("baton: the log of %s cannot be read: %s".formatted(job, e.getMessage()));
        } catch (IOException _) {
            onClosedOutput.run();
        }
    }
}
