package dev.baton.cli;

import dev.baton.cli.Api.Answer;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest.BodyPublishers;

/// A lease that a runner was granted over HTTP, and what it can say for it.
record HeldLease(Api api, String runner, JsonNode granted) {
    /// Waits for a job.
    static HeldLease take(Api api, String runner) {
        var leases =
                api.post(
                                "/v1/runner/lease",
                                """
                                {"runner_id":"%s","max_jobs":1,"wait_seconds":20}"""
                                        .formatted(runner))
                        .json()
                        .get("leases");
        if (leases.isEmpty()) {
            throw new AssertionError("no job came for " + runner);
        }
        return new HeldLease(api, runner, leases.get(0));
    }

    /// The same lease, said to another orchestrator or to the same one after a restart.
    HeldLease at(ServerProcess server) {
        return new HeldLease(api.at(server), runner, granted);
    }

    String id() {
        return granted.get("lease_id").stringValue();
    }

    String job() {
        return granted.get("job_id").stringValue();
    }

    Answer ack() {
        return say("ack", "\"job_id\":\"%s\"".formatted(job()));
    }

    Answer heartbeat() {
        return say("heartbeat", "\"progress\":{\"percent\":35}");
    }

    Answer complete() {
        return say("complete", "\"status\":\"SUCCEEDED\",\"exit_code\":0,\"summary\":\"done\"");
    }

    Answer cancelAck() {
        return say("cancel-ack", "\"final_status\":\"CANCELED\"");
    }

    Answer release() {
        return say("release", "\"reason\":\"stopping\"");
    }

    Answer log(String range, String bytes) {
        return api.send(
                api.request("/v1/runner/log")
                        .header("Baton-Lease", id())
                        .header("Content-Range", range)
                        .method("PATCH", BodyPublishers.ofString(bytes)));
    }

    private Answer say(String what, String fields) {
        return api.post(
                "/v1/runner/" + what,
                "{\"lease_id\":\"%s\",\"runner_id\":\"%s\",%s}".formatted(id(), runner, fields));
    }
}
