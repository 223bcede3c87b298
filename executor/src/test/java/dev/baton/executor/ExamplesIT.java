package dev.baton.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.ExampleProcess.Language;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionOutcome.Status;
import dev.baton.executor.wire.ExecutionRequest;
import dev.baton.executor.wire.Frames;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What is promised of an executor in any language, shown with the examples as processes.
@Timeout(180)
class ExamplesIT {
    private static final int PIPELINED = 2_000;

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource
    void the_whole_conversation_over_a_unix_socket(Language language) throws Exception {
        Path path = directory.resolve("e.sock");
        var address = ExecutorAddress.unix(path);
        var variables = Map.of(ExecutorAddress.SOCKET_VARIABLE, path.toString());
        try (var killed = ExampleProcess.start(language, variables, directory)) {
            killed.awaitListening(address);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
            crash(address);
            assertThat(killed.awaitExit()).isEqualTo(1);
        }
        assertThat(path).as("what a crashed one leaves behind").exists();
        try (var example = ExampleProcess.start(language, variables, directory)) {
            example.awaitListening(address);
            converse(address);
            survive(address);
            endsWhenItIsTold(example, address);
        }
        assertThat(path).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void the_conversation_over_tcp(Language language) throws Exception {
        String hostAndPort = "127.0.0.1:" + freePort();
        try (var example =
                ExampleProcess.start(
                        language, Map.of(ExecutorAddress.TCP_VARIABLE, hostAndPort), directory)) {
            example.awaitListening(ExecutorAddress.tcp(hostAndPort));
            converse(ExecutorAddress.tcp(hostAndPort));
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_environment_that_makes_no_sense_is_refused(Language language) throws Exception {
        for (Map<String, String> variables :
                Set.<Map<String, String>>of(
                        Map.of(),
                        Map.of(
                                ExecutorAddress.SOCKET_VARIABLE,
                                directory.resolve("e.sock").toString(),
                                ExecutorAddress.TCP_VARIABLE,
                                "127.0.0.1:4000"),
                        Map.of(ExecutorAddress.TCP_VARIABLE, "0.0.0.0:4000"))) {
            try (var example = ExampleProcess.start(language, variables, directory)) {
                assertThat(example.awaitExit()).isEqualTo(2);
                assertThat(example.said()).contains("expected");
            }
        }
    }

    @Test
    void a_plain_function_in_python_that_takes_its_time_is_in_nobodys_way() throws Exception {
        Path path = directory.resolve("e.sock");
        var address = ExecutorAddress.unix(path);
        var variables = Map.of(ExecutorAddress.SOCKET_VARIABLE, path.toString());
        try (var example = ExampleProcess.start(Language.PYTHON, variables, directory)) {
            example.awaitListening(address);
            try (var client = TestClient.connect(address)) {
                client.send(TestClient.request("slow", "work", "[1]"));
                assertThat(client.call("quick", "add", "[1, 2]").requestId()).isEqualTo("quick");
                example.terminate();
                assertThat(client.outcome().requestId())
                        .as("ended before it left")
                        .isEqualTo("slow");
            }
            assertThat(example.awaitExit()).isZero();
        }
    }

    private static void converse(ExecutorAddress address) throws IOException {
        try (var client = TestClient.connect(address)) {
            assertThat(client.call("1", "add", "[1, 2]").result()).isEqualTo("3");
            assertThat(client.call("2", "echo", "[\"é€😀\"]").result())
                    .isIn("\"é€😀\"", "\"\\u00e9\\u20ac\\ud83d\\ude00\"");
            assertThat(client.call("3", "nobody", "[]").error().type())
                    .isEqualTo("handler_not_found");
            ExecutionOutcome retry = client.call("4", "retry", "[2.5]");
            assertThat(retry.status()).isEqualTo(Status.RETRY);
            assertThat(retry.retryAfterSeconds()).isEqualTo(2.5);
            ExecutionOutcome failed = client.call("5", "fail", "[\"so it is\"]");
            assertThat(failed.status()).isEqualTo(Status.ERROR);
            assertThat(failed.error().message()).isEqualTo("so it is");

            pipelined(client);
            cancelled(client, address);
            client.send(TestClient.request("late", "sleep", "[60]", Instant.now().plusMillis(50)));
            assertThat(client.outcome().status()).isEqualTo(Status.TIMEOUT);
        }
    }

    private static void pipelined(TestClient client) throws IOException {
        client.send(TestClient.request("slow", "sleep", "[0.5]"));
        Thread.startVirtualThread(
                () -> {
                    try {
                        for (int i = 0; i < PIPELINED; i++) {
                            client.send(TestClient.request("p" + i, "add", "[1, " + i + "]"));
                        }
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
        var answered = new HashSet<String>();
        for (int i = 0; i < PIPELINED + 1; i++) {
            assertThat(answered.add(client.outcome().requestId())).isTrue();
        }
    }

    private static void cancelled(TestClient client, ExecutorAddress address) throws IOException {
        ExecutionRequest first = TestClient.request("c1", "sleep", "[60]");
        ExecutionRequest second = TestClient.request("c2", "sleep", "[60]");
        client.send(first);
        client.send(second);
        assertThat(client.call("c3", "add", "[1, 1]").requestId()).isEqualTo("c3");
        try (var other = TestClient.connect(address)) {
            other.cancel(first);
        }
        ExecutionOutcome outcome = client.outcome();
        assertThat(outcome.requestId()).isEqualTo("c1");
        assertThat(outcome.error().type()).isEqualTo("cancelled");
        client.say(
                "{\"type\":\"cancel\",\"payload\":{\"job_id\":\"%s\"}}".formatted(second.jobId()));
        assertThat(client.outcome().requestId()).isEqualTo("c2");
    }

    private static void survive(ExecutorAddress address) throws IOException {
        for (int i = 0; i < 200; i++) {
            TestClient.connect(address).close();
        }
        for (byte[] bytes :
                new byte[][] {
                    {0, 0, 0, 0},
                    {(byte) 0xff, 0, 0, 0},
                    Frames.of(new byte[] {'{'}),
                    Frames.of(new byte[] {'"', (byte) 0xff, '"'}),
                    {0, 0, 0, 9, '{'}
                }) {
            try (var rude = TestClient.connect(address)) {
                rude.write(bytes);
            }
        }
        try (var client = TestClient.connect(address)) {
            client.say(
                    "{\"type\":\"request\",\"payload\":{\"protocol_version\":\"2\",\"request_id\":\"v2\",\"job_id\":\"j\"}}");
            assertThat(client.outcome().error().type()).isEqualTo("protocol_error");
            assertThat(client.call("1", "add", "[1, 1]").result()).isEqualTo("2");
        }
    }

    private static void crash(ExecutorAddress address) throws IOException {
        try (var client = TestClient.connect(address)) {
            client.send(TestClient.request("1", "crash", "[]"));
            assertThat(client.isClosedSilently()).isTrue();
        }
    }

    /// Told to end, it lets the call that runs come to its end.
    private static void endsWhenItIsTold(ExampleProcess example, ExecutorAddress address)
            throws Exception {
        try (var client = TestClient.connect(address)) {
            client.send(TestClient.request("last", "sleep", "[1]"));
            assertThat(client.call("before", "add", "[1, 1]").requestId()).isEqualTo("before");
            example.terminate();
            assertThat(client.outcome().status()).isEqualTo(Status.SUCCESS);
        }
        assertThat(example.awaitExit()).isIn(0, 143);
    }

    private static int freePort() throws IOException {
        try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
