package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ServerSetting;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Runners that ask too much of a lease stream lose it, and nobody else notices.
class StreamLimitsTest {
    /// The status 1009, as a close frame begins with it.
    private static final String TOO_LARGE = "\3\u00f1";

    private static final int JOBS = 150;

    /// Short enough to travel with its lease; all of them together are more than the buffers of a connection take.
    private static final int STEP_CHARACTERS = 60_000;

    /// A frame may be on its way for 30 s, and every 10 s somebody looks.
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @TempDir private Path data;
    private TestServer server;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_frame_over_the_limit_ends_its_stream_and_no_other() throws Exception {
        server = TestServer.start(data, Map.of(ServerSetting.FRAME_BYTES, "64KiB"));
        try (var greedy = new Wire(server.address());
                var modest = StreamRunner.attached(server.with("runner", "modest"), "modest")) {
            greedy.send(Wire.handshake("Bearer " + server.runner().token()));
            assertThat(greedy.head()).startsWith("HTTP/1.1 101");
            greedy.send(frame("{\"type\":\"Attach\",\"runner_id\":\"greedy\"}"));
            assertThat(greedy.frame()).contains("Attached");
            greedy.send(
                    frame("{\"type\":\"LeaseRequest\",\"runner_id\":\"greedy\",\"max_jobs\":1}"));
            // No more of it than is too much: bytes that nobody reads would make the end of the
            // connection overtake its reason.
            greedy.send("\u0081\u00ff\0\0\0\0\0\2\0\0\0\0\0\0" + " ".repeat((64 << 10) + 1));
            assertThat(greedy.frame()).startsWith(TOO_LARGE);

            modest.say("[" + " ".repeat(32 << 10) + "]");
            modest.want("modest", 1);
            String job = server.user().submitJob("for whoever is there");
            assertThat(modest.hear("LeaseGranted").get("job_id").stringValue()).isEqualTo(job);
        }
    }

    @Test
    @Tag("slow")
    void who_does_not_read_its_stream_loses_it_and_others_get_what_it_was_not_told()
            throws Exception {
        server = TestServer.start(data);
        try (var deaf = Wire.narrow(server.address())) {
            deaf.send(Wire.handshake("Bearer " + server.runner().token()));
            assertThat(deaf.head()).startsWith("HTTP/1.1 101");
            deaf.send(frame("{\"type\":\"Attach\",\"runner_id\":\"deaf\"}"));
            awaitStreams(1);
            Client user = server.user();
            // All of them are there before it asks: one frame, and more than the connection's
            // buffers hold.
            Set<String> jobs = submitLargeOnes(user);
            deaf.send(
                    frame(
                            "{\"type\":\"LeaseRequest\",\"runner_id\":\"deaf\",\"max_jobs\":%d}"
                                    .formatted(JOBS)));

            try (var other = StreamRunner.attached(server.with("runner", "other"), "other")) {
                awaitNothingReady(user);
                other.want("other", 1);
                String small = user.submitJob("small");
                assertThat(other.hear("LeaseGranted").get("job_id").stringValue()).isEqualTo(small);

                awaitStreams(1);
                other.want("other", JOBS);
                Set<String> given = new HashSet<>();
                while (given.size() < JOBS) {
                    given.add(other.hear("LeaseGranted").get("job_id").stringValue());
                }
                assertThat(given).isEqualTo(jobs);
            }
        }
    }

    private static Set<String> submitLargeOnes(Client user) {
        String step = "\":%s\"".formatted(" ".repeat(STEP_CHARACTERS));
        String list =
                IntStream.range(0, JOBS)
                        .mapToObj(i -> "{\"name\":\"job-%d\",\"steps\":[%s]}".formatted(i, step))
                        .collect(Collectors.joining(","));
        Set<String> ids = new HashSet<>();
        user.post("/v1/runs", "{\"jobs\":[%s]}".formatted(list))
                .json()
                .get("jobs")
                .forEach(job -> ids.add(job.get("id").stringValue()));
        return ids;
    }

    /// A text in a frame of a client: masked, by a mask that changes nothing.
    private static String frame(String text) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        assertThat(length).isLessThan(126);
        return "\u0081" + (char) (0x80 | length) + "\0\0\0\0" + text;
    }

    private static void awaitNothingReady(Client user) {
        await().until(
                        () ->
                                user.get("/v1/jobs?status=QUEUED&limit=1")
                                        .json()
                                        .get("jobs")
                                        .isEmpty());
    }

    private void awaitStreams(int number) {
        await().atMost(LONGEST).until(() -> server.anyone().metric("baton_streams") == number);
    }
}
