package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Patience;
import dev.baton.cli.client.Remote;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/// Waits for the end of a job, through restarts of the orchestrator too.
public final class JobEnd {
    private static final long MAX_WAIT_SECONDS = 30;
    private static final int RESULT_EXPIRED = 410;

    private JobEnd() {}

    /// Waits until the job is over.
    ///
    /// @param deadline by the monotonic clock
    /// @return the job as it is then; not over if the deadline came first
    public static JsonNode await(Remote remote, String job, long deadline)
            throws ClientException, InterruptedException {
        var patience = new Patience();
        while (true) {
            try {
                if (isOver(remote, job, deadline)) {
                    return remote.get("/v1/jobs/" + job);
                }
                patience.restore();
            } catch (ClientException e) {
                patience.pauseAfter(e);
            }
        }
    }

    private static boolean isOver(Remote remote, String job, long deadline) throws ClientException {
        long left =
                deadline == Long.MAX_VALUE
                        ? MAX_WAIT_SECONDS
                        : Math.max(0, Duration.ofNanos(deadline - System.nanoTime()).toSeconds());
        long wait = Math.min(left, MAX_WAIT_SECONDS);
        try {
            JsonNode answer = remote.get("/v1/jobs/%s/result?wait_seconds=%d".formatted(job, wait));
            return CallResult.isFinal(answer) || System.nanoTime() - deadline >= 0;
        } catch (ClientException e) {
            if (e.status() == RESULT_EXPIRED) {
                return true;
            }
            throw e;
        }
    }
}
