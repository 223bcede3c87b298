package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Patience;
import dev.baton.cli.client.Remote;
import dev.baton.cli.output.Screen;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Waits for the end of a call.
public final class CallWait implements Interrupts.Watched {
    private static final int LONGEST_WAIT_SECONDS = 30;

    private final Remote remote;
    private final String job;
    private final Screen screen;
    private final LastRequest request = new LastRequest();

    public CallWait(Remote remote, String job, Screen screen) {
        this.remote = remote;
        this.job = job;
        this.screen = screen;
    }

    /// Waits as long as it takes, through restarts of the orchestrator too.
    public CallResult await() throws ClientException, InterruptedException {
        var patience = new Patience();
        while (true) {
            try {
                JsonNode answer =
                        remote.get(
                                "/v1/jobs/%s/result?wait_seconds=%d"
                                        .formatted(job, LONGEST_WAIT_SECONDS));
                patience.restore();
                if (CallResult.isFinal(answer)) {
                    return new CallResult(job, answer);
                }
            } catch (ClientException e) {
                patience.pauseAfter(e);
            }
        }
    }

    @Override
    public void cancel() {
        request.send("cancel", this::sendCancel);
    }

    @Override
    public void awaitCancelSent() {
        request.await();
    }

    @Override
    public String name() {
        return job;
    }

    @Override
    public String question() {
        return "baton job " + job;
    }

    private void sendCancel() {
        var reason = JsonNodeFactory.instance.objectNode();
        reason.put("reason", "interrupted by the one who called");
        try {
            remote.post("/v1/jobs/%s/cancel".formatted(job), reason);
        } catch (ClientException e) {
            screen.say("baton: the call could not be canceled: " + e.getMessage());
        }
    }
}
