package dev.baton.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import dev.baton.supervisor.notice.CloudNotice;
import dev.baton.supervisor.notice.CloudNotice.Cloud;
import dev.baton.supervisor.notice.TerminationNotice;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The metadata address of each cloud, as the clouds describe it.
class CloudNoticeTest {
    private static final Instant NOW = Instant.parse("2026-01-04T08:00:00Z");

    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private final Map<String, String> shown = new ConcurrentHashMap<>();
    private HttpServer metadata;

    @BeforeEach
    void serve() throws IOException {
        metadata = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
        metadata.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        exchange.getRequestHeaders()
                                .forEach((name, values) -> shown.put(name, values.getFirst()));
                        String page = pages.get(exchange.getRequestURI().getPath());
                        byte[] bytes = (page == null ? "" : page).getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(page == null ? 404 : 200, bytes.length);
                        exchange.getResponseBody().write(bytes);
                    }
                });
        metadata.start();
    }

    @AfterEach
    void stop() {
        metadata.stop(0);
    }

    @Test
    void aws_says_when_it_takes_a_spot_machine_back() throws Exception {
        try (var aws = notice(Cloud.AWS)) {
            pages.put("/latest/api/token", "secret");
            assertThat(aws.ask()).isEmpty();
            pages.put(
                    "/latest/meta-data/spot/instance-action",
                    "{\"action\": \"terminate\", \"time\": \"2026-01-04T08:02:00Z\"}");
            assertThat(aws.ask())
                    .contains(
                            new TerminationNotice(
                                    "AWS announced: terminate",
                                    false,
                                    Instant.parse("2026-01-04T08:02:00Z")));
            assertThat(shown).containsEntry("X-aws-ec2-metadata-token", "secret");
        }
    }

    @Test
    void google_says_true_and_gives_thirty_seconds() throws Exception {
        try (var google = notice(Cloud.GOOGLE)) {
            pages.put("/computeMetadata/v1/instance/preempted", "FALSE");
            assertThat(google.ask()).isEmpty();
            pages.put("/computeMetadata/v1/instance/preempted", "TRUE");
            assertThat(google.ask())
                    .contains(
                            new TerminationNotice(
                                    "Google announced: preempted", false, NOW.plusSeconds(30)));
            assertThat(shown).containsEntry("Metadata-flavor", "Google");
        }
    }

    @Test
    void azure_lists_what_it_has_planned() throws Exception {
        try (var azure = notice(Cloud.AZURE)) {
            pages.put("/metadata/scheduledevents", "{\"DocumentIncarnation\":1,\"Events\":[]}");
            assertThat(azure.ask()).isEmpty();
            pages.put(
                    "/metadata/scheduledevents",
                    "{\"DocumentIncarnation\":2,\"Events\":[{\"EventId\":\"1\",\"EventType\":\"Freeze\"},"
                            + "{\"EventId\":\"2\",\"EventType\":\"Preempt\",\"EventStatus\":\"Scheduled\","
                            + "\"NotBefore\":\"Sun, 04 Jan 2026 08:00:30 GMT\"}]}");
            assertThat(azure.ask())
                    .contains(
                            new TerminationNotice(
                                    "Azure announced: Preempt", false, NOW.plusSeconds(30)));
            assertThat(shown).containsEntry("Metadata", "true");
        }
    }

    @Test
    void an_answer_that_makes_no_sense_is_no_notice() {
        try (var aws = notice(Cloud.AWS)) {
            pages.put("/latest/meta-data/spot/instance-action", "<html>");
            assertThatThrownBy(aws::ask).isInstanceOf(IOException.class);
        }
    }

    @Test
    void several_notices_are_one_with_the_hurry_of_either() {
        var first = new TerminationNotice("first", true, NOW.plusSeconds(60));
        var second = new TerminationNotice("second", false, NOW.plusSeconds(30));
        assertThat(first.and(second))
                .isEqualTo(new TerminationNotice("first", false, NOW.plusSeconds(30)));
    }

    private CloudNotice notice(Cloud cloud) {
        return new CloudNotice(
                cloud,
                URI.create("http://127.0.0.1:" + metadata.getAddress().getPort()),
                InstantSource.fixed(NOW));
    }
}
