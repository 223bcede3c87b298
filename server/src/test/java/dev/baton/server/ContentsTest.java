package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Sha256;
import dev.baton.server.Client.Response;
import dev.baton.server.config.ServerSetting;
import dev.baton.workspace.PackReader;
import dev.baton.workspace.PackWriter;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Contents go in and out in packs, for users and for runners that hold a lease.
class ContentsTest {
    private static final long PLENTY = 1 << 20;

    @TempDir private Path data;
    private TestServer server;
    private Client user;

    @BeforeEach
    void start() {
        server =
                TestServer.start(
                        data,
                        Map.of(
                                ServerSetting.CONTENT_BYTES,
                                "1000",
                                ServerSetting.PACK_BYTES,
                                "4000"));
        user = server.user();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    static byte[] pack(String... contents) {
        try {
            var bytes = new ByteArrayOutputStream();
            var pack = new PackWriter(bytes);
            for (String content : contents) {
                pack.add(content.getBytes(StandardCharsets.UTF_8));
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static String digest(String content) {
        return Sha256.digestOf(content.getBytes(StandardCharsets.UTF_8)).named();
    }

    private static String asking(String... contents) {
        return Stream.of(contents)
                .map(content -> "\"" + digest(content) + "\"")
                .collect(Collectors.joining(",", "{\"digests\":[", "]}"));
    }

    private Response send(byte[] pack) {
        return user.send(
                user.request("/v1/contents")
                        .header("Content-Type", PackWriter.CONTENT_TYPE)
                        .POST(BodyPublishers.ofByteArray(pack)));
    }

    private List<String> fetched(String body) throws Exception {
        var response =
                HttpClient.newHttpClient()
                        .send(
                                user.request("/v1/contents/fetch")
                                        .header("Content-Type", "application/json")
                                        .POST(BodyPublishers.ofString(body))
                                        .build(),
                                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.headers().firstValue("Content-Type")).contains(PackWriter.CONTENT_TYPE);
        var reader = new PackReader(new ByteArrayInputStream(response.body()), PLENTY, PLENTY);
        var contents = new ArrayList<String>();
        for (var next = reader.next(); next.isPresent(); next = reader.next()) {
            contents.add(new String(next.get().bytes().readAllBytes(), StandardCharsets.UTF_8));
        }
        return contents;
    }

    @Test
    void what_was_sent_is_not_missing_and_can_be_fetched_in_any_order() throws Exception {
        assertThat(user.post("/v1/contents/missing", asking("one", "two")).json().get("missing"))
                .hasSize(2);

        assertThat(send(pack("one", "", "three")).text()).isEqualTo("{\"stored\":3}");

        var missing = user.post("/v1/contents/missing", asking("one", "two", "two", "", "three"));
        assertThat(missing.text()).isEqualTo("{\"missing\":[\"%s\"]}".formatted(digest("two")));
        assertThat(fetched(asking("three", "one", "", "one")))
                .containsExactly("three", "one", "", "one");
        assertThat(fetched("{\"digests\":[]}")).isEmpty();
    }

    @Test
    void what_is_sent_again_is_stored_again_without_harm() {
        assertThat(send(pack("one", "one")).text()).isEqualTo("{\"stored\":2}");
        assertThat(send(pack("one")).text()).isEqualTo("{\"stored\":1}");
    }

    @Test
    void the_first_content_that_is_missing_is_named_before_anything_is_sent() {
        send(pack("one"));
        var response = user.post("/v1/contents/fetch", asking("one", "two", "three"));
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().get("digest").stringValue()).isEqualTo(digest("two"));
    }

    @Test
    void a_pack_that_ends_early_or_makes_no_sense_is_refused() {
        byte[] whole = pack("one", "two");
        for (byte[] bad :
                List.of(
                        Arrays.copyOf(whole, whole.length - 1),
                        Arrays.copyOf(whole, 4),
                        ByteBuffer.allocate(8).putLong(-1).array())) {
            var response = send(bad);
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.code()).isEqualTo("INVALID_PACK");
        }
        assertThat(user.post("/v1/contents/missing", asking("two")).json().get("missing"))
                .hasSize(1);
    }

    @Test
    void contents_and_packs_have_a_limit() {
        assertThat(send(pack("x".repeat(1000))).status()).isEqualTo(200);
        var large = send(pack("x".repeat(1001)));
        assertThat(large.status()).isEqualTo(413);
        assertThat(large.code()).isEqualTo("TOO_LARGE");
        String[] many = {"a".repeat(999), "b".repeat(999), "c".repeat(999), "d".repeat(999), "e"};
        assertThat(send(pack(many)).status()).isEqualTo(413);
        var lying =
                user.send(
                        user.request("/v1/contents")
                                .header("Content-Type", PackWriter.CONTENT_TYPE)
                                .POST(
                                        BodyPublishers.ofInputStream(
                                                () -> new ByteArrayInputStream(pack(many)))));
        assertThat(lying.status()).isEqualTo(413);
    }

    @Test
    void more_cannot_be_fetched_at_once_than_sent() {
        String text = "x".repeat(1000);
        send(pack(text));
        var response = user.post("/v1/contents/fetch", asking(text, text, text, text));
        assertThat(response.status()).isEqualTo(413);
    }

    @Test
    void a_runner_needs_a_lease_and_then_has_the_same_contents() {
        send(pack("one"));
        user.submitJob("j");
        Client runner = server.runner();
        Held lease = Held.lease(runner, "r");
        lease.ack();

        assertThat(runner.post("/v1/runner/contents/missing", asking("one")).code())
                .isEqualTo("MISSING_LEASE");
        assertThat(asRunner(lease, "missing", asking("one", "two")).text())
                .isEqualTo("{\"missing\":[\"%s\"]}".formatted(digest("two")));
        assertThat(asRunner(lease, "fetch", asking("one")).text()).endsWith("one");
        var stored =
                runner.send(
                        runner.request("/v1/runner/contents")
                                .header("Baton-Lease", lease.id())
                                .header("Content-Type", PackWriter.CONTENT_TYPE)
                                .POST(BodyPublishers.ofByteArray(pack("two"))));
        assertThat(stored.text()).isEqualTo("{\"stored\":1}");

        lease.complete();
        assertThat(asRunner(lease, "fetch", asking("one")).status()).isEqualTo(409);
    }

    private static Response asRunner(Held lease, String what, String body) {
        return lease.client()
                .send(
                        lease.client()
                                .request("/v1/runner/contents/" + what)
                                .header("Baton-Lease", lease.id())
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body)));
    }
}
