package dev.baton.runner.job;

import dev.baton.protocol.JobSpec;
import dev.baton.protocol.Limits;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.link.Calls;
import dev.baton.runner.link.Reply;
import dev.baton.runner.spec.BadSpecException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Where the job_spec of a lease comes from: the grant, or the orchestrator if it was too large for that.
final class SpecSource {
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(20);
    private static final int MOST_BYTES = Limits.MAX_JOB_SPEC_BYTES;
    private static final int MOST_TRIES = 5;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Calls calls;
    private final HeldLease lease;

    SpecSource(Calls calls, HeldLease lease) {
        this.calls = calls;
        this.lease = lease;
    }

    String json(JobSpec spec) throws IOException, BadSpecException, InterruptedException {
        return switch (spec) {
            case JobSpec.Embedded embedded -> embedded.json();
            case JobSpec.Referenced referenced -> fetch(referenced.uri());
        };
    }

    private String fetch(String path) throws IOException, BadSpecException, InterruptedException {
        // The token goes with the request: to nobody but the orchestrator.
        if (!path.startsWith("/") || path.startsWith("//")) {
            throw new BadSpecException("job_spec_ref: expected a path, got another address");
        }
        String problem = "no answer";
        for (int tries = 0; tries < MOST_TRIES && !lease.isSettled(); tries++) {
            if (tries > 0) {
                Thread.sleep(PAUSE);
            }
            try {
                Reply reply =
                        calls.send(
                                calls.request(path, lease.id(), LONGEST_REQUEST).GET(), MOST_BYTES);
                if (reply.isSuccess()) {
                    return new String(reply.body(), StandardCharsets.UTF_8);
                }
                problem = reply.problem();
                if (!reply.isForNow()) {
                    break;
                }
            } catch (IOException e) {
                problem = e.toString();
            }
        }
        throw new IOException(problem);
    }
}
