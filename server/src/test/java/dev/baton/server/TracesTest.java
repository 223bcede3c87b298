package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ServerSetting;
import dev.baton.testkit.otlp.Collector;
import dev.baton.testkit.otlp.SeenSpan;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Map;

/// What a collector is sent: spans of requests, commits and leases by OTLP, and nobody's secrets.
class TracesTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String PARENT = "00-%s-%s-01".formatted(TRACE, CALLER);

    @TempDir private Path data;

    @Test
    void requests_and_commits_are_spans_and_no_secret_is_in_them() throws Exception {
        try (var collector = Collector.start()) {
            String token;
            String lease;
            try (var server = start(collector)) {
                var admin = server.admin();
                token = admin.token();
                admin.submitJob("traced");
                Held held = Held.lease(admin, "r1");
                lease = held.id();
                held.ack();
                held.complete();
                admin.get("/v1/jobs/" + token); // a slip that people make
            } // which sends what is left
            assertThat(collector.text())
                    .contains("POST /v1/runs", "commit", "http.route", "/v1/jobs/{job}")
                    .contains("POST /v1/runner/complete")
                    .doesNotContain(token, lease, lease.substring(lease.length() - 16));
            assertThat(collector.contentType()).isEqualTo("application/x-protobuf");
        }
    }

    @Test
    void a_call_is_in_the_trace_of_its_request_and_its_lease_hands_that_on() throws Exception {
        try (var collector = Collector.start()) {
            JsonNode granted;
            try (var server = start(collector)) {
                submit(server.user(), "", PARENT);
                granted = lease(server);
            }
            SeenSpan request = only(collector, "POST /v1/runs");
            SeenSpan queue = only(collector, "baton.queue");
            assertThat(request.service()).isEqualTo("baton-server");
            assertThat(request.traceId()).isEqualTo(TRACE);
            assertThat(request.parentId()).isEqualTo(CALLER);
            assertThat(queue.traceId()).isEqualTo(TRACE);
            assertThat(queue.parentId()).isEqualTo(request.id());
            assertThat(queue.attributes())
                    .containsEntry("baton.job_id", granted.get("job_id").stringValue())
                    .containsEntry("baton.attempt", "1")
                    .containsEntry("baton.epoch", "1")
                    .containsEntry("baton.queue", "default")
                    .containsEntry("baton.executor", "python")
                    .containsEntry("baton.function", "add");
            assertThat(queue.startNanos()).isGreaterThanOrEqualTo(request.startNanos());
            assertThat(granted.get("traceparent").stringValue())
                    .isEqualTo("00-%s-%s-01".formatted(TRACE, queue.id()));
        }
    }

    @Test
    void a_call_that_says_what_it_belongs_to_belongs_to_that() throws Exception {
        try (var collector = Collector.start()) {
            try (var server = start(collector)) {
                submit(
                        server.user(),
                        ",\"trace_context\":{\"traceparent\":\"%s\"}".formatted(PARENT),
                        "00-%s-%s-01".formatted(TRACE.replace('0', '1'), CALLER));
                lease(server);
            }
            SeenSpan queue = only(collector, "baton.queue");
            assertThat(queue.traceId()).isEqualTo(TRACE);
            assertThat(queue.parentId()).isEqualTo(CALLER);
        }
    }

    @Test
    void a_caller_that_does_not_want_to_be_traced_is_not_and_its_trace_goes_on() throws Exception {
        try (var collector = Collector.start()) {
            JsonNode granted;
            try (var server = start(collector)) {
                submit(server.user(), "", "00-%s-%s-00".formatted(TRACE, CALLER));
                granted = lease(server);
            }
            assertThat(collector.spans()).noneMatch(span -> span.traceId().equals(TRACE));
            assertThat(granted.get("traceparent").stringValue())
                    .startsWith("00-" + TRACE)
                    .endsWith("-00");
        }
    }

    @Test
    void without_a_collector_a_lease_says_nothing_of_traces() {
        try (var server = TestServer.start(data, Map.of())) {
            submit(server.user(), "", PARENT);
            JsonNode granted = lease(server);
            assertThat(granted.has("traceparent")).isFalse();
            assertThat(granted.at("/job_spec/function/trace_context/traceparent").stringValue())
                    .isEqualTo(PARENT);
        }
    }

    private TestServer start(Collector collector) {
        return TestServer.start(data, Map.of(ServerSetting.OTLP_ENDPOINT, collector.address()));
    }

    private static void submit(Client user, String fields, String traceparent) {
        var answer =
                user.send(
                        user.request("/v1/runs")
                                .header("Content-Type", "application/json")
                                .header("traceparent", traceparent)
                                .POST(
                                        BodyPublishers.ofString(
                                                "{\"jobs\":[{\"name\":\"call\",\"function\":{\"name\":\"python#add\"%s}}]}"
                                                        .formatted(fields))));
        assertThat(answer.status()).isEqualTo(201);
    }

    private static JsonNode lease(TestServer server) {
        return Held.lease(server.runner(), "r-1", "executor=python").granted();
    }

    private static SeenSpan only(Collector collector, String name) {
        assertThat(collector.spans(name)).hasSize(1);
        return collector.spans(name).getFirst();
    }
}
