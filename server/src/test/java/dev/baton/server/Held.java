package dev.baton.server;

import dev.baton.server.Client.Response;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.stream.Collectors;

/// A lease that a runner was granted over HTTP, and what it can say for it.
record Held(Client client, String runner, JsonNode granted) {
    /// Leased by a process of the runner that says which one it is.
    static Held leaseAs(Client client, String runner, String instance) {
        var leases =
                client.post(
                                "/v1/runner/lease",
                                """
                                {"runner_id":"%s","instance":"%s","max_jobs":1,"wait_seconds":10}"""
                                        .formatted(runner, instance))
                        .json()
                        .get("leases");
        return new Held(client, runner, leases.get(0));
    }

    static Held lease(Client client, String runner, String... capabilities) {
        var leases =
                client.post(
                                "/v1/runner/lease",
                                """
                                {"runner_id":"%s","capabilities":[%s],"max_jobs":1,"wait_seconds":10}"""
                                        .formatted(runner, quoted(capabilities)))
                        .json()
                        .get("leases");
        return new Held(client, runner, leases.get(0));
    }

    private static String quoted(String... texts) {
        return Arrays.stream(texts).map("\"%s\""::formatted).collect(Collectors.joining(","));
    }

    String id() {
        return granted.get("lease_id").stringValue();
    }

    String job() {
        return granted.get("job_id").stringValue();
    }

    Response ack() {
        return say("ack", "\"job_id\":\"%s\"".formatted(job()));
    }

    Response heartbeat() {
        return say("heartbeat", "\"progress\":{\"percent\":35}");
    }

    Response complete() {
        return say("complete", "\"status\":\"SUCCEEDED\",\"exit_code\":0");
    }

    Response cancelAck() {
        return say("cancel-ack", "\"final_status\":\"CANCELED\"");
    }

    Response release() {
        return say("release", "\"reason\":\"stopping\"");
    }

    Response say(String what, String fields) {
        return client.post(
                "/v1/runner/" + what,
                "{\"lease_id\":\"%s\",\"runner_id\":\"%s\",%s}".formatted(id(), runner, fields));
    }

    Response log(String range, String bytes) {
        return client.send(
                client.request("/v1/runner/log")
                        .header("Baton-Lease", id())
                        .header("Content-Range", range)
                        .method("PATCH", BodyPublishers.ofString(bytes)));
    }
}
