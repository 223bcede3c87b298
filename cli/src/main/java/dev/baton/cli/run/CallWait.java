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
    private static final int WORRY_AFTER_SECONDS = 2;

    private final Remote remote;
    private final String job;
    private final Screen screen;
    private final LastRequest request = new LastRequest();
    private final Patience patience = new Patience();

    public CallWait(Remote remote, String job, Screen screen) {
        this.remote = remote;
        this.job = job;
        this.screen = screen;
    }

    /// Waits as long as it takes, through restarts of the orchestrator too. If no runner can take the call it says so, once.
    public CallResult await() throws ClientException, InterruptedException {
        int seconds = WORRY_AFTER_SECONDS;
        while (true) {
            try {
                JsonNode answer =
                        remote.get("/v1/jobs/%s/result?wait_seconds=%d".formatted(job, seconds));
                patience.restore();
                if (CallResult.isFinal(answer)) {
                    return new CallResult(job, answer);
                }
                if (seconds == WORRY_AFTER_SECONDS) {
                    worry();
                    seconds = LONGEST_WAIT_SECONDS;
                }
            } catch (ClientException e) {
                patience.pauseAfter(e);
            }
        }
    }

    private void worry() throws ClientException {
        JsonNode view = remote.get("/v1/jobs/" + job);
        if (view.path("status").asString("").equals("QUEUED")) {
            MissingRunner.of(remote, view).ifPresent(why -> screen.say("baton: " + why));
        }
    }

    @Override
    public void cancel() {
        patience.hurry();
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
        LastRequest.untilHeard(
                () -> remote.post("/v1/jobs/%s/cancel".formatted(job), reason),
                why -> screen.say("baton: the call could not be canceled, and may go on: " + why));
    }
}
