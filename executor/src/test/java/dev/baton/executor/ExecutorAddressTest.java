package dev.baton.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.executor.ExecutorStartException.Cause;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

class ExecutorAddressTest {
    @TempDir private Path directory;

    @Test
    void exactly_one_variable_says_where_to_listen() {
        assertThat(ExecutorAddress.fromEnvironment(Map.of("RRQ_EXECUTOR_SOCKET", "/run/e.sock")))
                .hasToString("unix:/run/e.sock");
        assertThat(
                        ExecutorAddress.fromEnvironment(
                                Map.of("RRQ_EXECUTOR_TCP_SOCKET", "127.0.0.1:4000")))
                .hasToString("tcp:127.0.0.1:4000");
        assertThatThrownBy(() -> ExecutorAddress.fromEnvironment(Map.of()))
                .hasMessage(
                        "expected exactly one of RRQ_EXECUTOR_SOCKET (a path) and RRQ_EXECUTOR_TCP_SOCKET (host:port) in the environment, got neither");
        assertThatThrownBy(
                        () ->
                                ExecutorAddress.fromEnvironment(
                                        Map.of(
                                                "RRQ_EXECUTOR_SOCKET",
                                                "/run/e.sock",
                                                "RRQ_EXECUTOR_TCP_SOCKET",
                                                "localhost:1")))
                .hasMessageEndingWith("got both");
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:4000, tcp:127.0.0.1:4000",
        "127.9.8.7:1, tcp:127.9.8.7:1",
        "[::1]:65535, tcp:[0:0:0:0:0:0:0:1]:65535",
        "::1:7, tcp:[0:0:0:0:0:0:0:1]:7"
    })
    void addresses_of_this_machine_only_are_taken(String text, String address) {
        assertThat(ExecutorAddress.tcp(text)).hasToString(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0:4000",
                "10.0.0.1:4000",
                "[::]:4000",
                "example.com:4000",
                "127.0.0.1",
                "127.0.0.1:",
                "127.0.0.1:65536",
                "127.0.0.1:-1",
                ":4000",
                "localhost.evil.example:1"
            })
    void other_addresses_are_refused(String text) {
        assertThatThrownBy(() -> ExecutorAddress.tcp(text))
                .isInstanceOfSatisfying(
                        ExecutorStartException.class,
                        e -> assertThat(e.kind()).isEqualTo(Cause.CONFIGURATION))
                .hasMessageStartingWith("expected ");
    }

    @Test
    void a_path_that_is_too_long_for_the_system_is_refused_with_both_lengths() {
        String longest = "/" + "x".repeat(ExecutorAddress.MOST_PATH_BYTES - 1);
        assertThat(ExecutorAddress.unix(Path.of(longest))).isNotNull();
        assertThatThrownBy(() -> ExecutorAddress.unix(Path.of(longest + "x")))
                .hasMessageStartingWith("expected a socket path of at most 106 bytes, got 107: /x");
    }

    @Test
    void the_longest_path_can_be_listened_at() throws IOException {
        String base = directory.toRealPath() + "/";
        Path longest = Path.of(base + "x".repeat(ExecutorAddress.MOST_PATH_BYTES - base.length()));
        try (var executor = listenAt(longest);
                var client = TestClient.connect(executor.address())) {
            assertThat(client.call("1", "nobody", "[]").requestId()).isEqualTo("1");
        }
    }

    @Test
    void the_socket_is_for_its_owner_and_is_removed_in_the_end() throws IOException {
        Path path = directory.resolve("e.sock");
        try (var _ = listenAt(path)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void a_socket_with_nobody_behind_it_is_replaced() throws IOException {
        Path path = directory.resolve("e.sock");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
        }
        assertThat(path).exists();
        try (var executor = listenAt(path);
                var client = TestClient.connect(executor.address())) {
            assertThat(client.call("1", "nobody", "[]").requestId()).isEqualTo("1");
        }
    }

    @Test
    void a_socket_with_somebody_behind_it_is_left_alone() throws IOException {
        Path path = directory.resolve("e.sock");
        try (var first = listenAt(path)) {
            assertThatThrownBy(() -> listenAt(path))
                    .hasMessage(
                            "cannot listen at unix:%s: somebody else listens there"
                                    .formatted(path));
            try (var client = TestClient.connect(first.address())) {
                assertThat(client.call("1", "nobody", "[]").requestId()).isEqualTo("1");
            }
        }
    }

    @Test
    void a_file_that_is_no_socket_is_left_alone() throws IOException {
        Path path = Files.writeString(directory.resolve("notes"), "important");
        assertThatThrownBy(() -> listenAt(path))
                .isInstanceOfSatisfying(
                        ExecutorStartException.class,
                        e -> assertThat(e.kind()).isEqualTo(Cause.ADDRESS))
                .hasMessageContaining("not a socket");
        assertThat(path).hasContent("important");
    }

    private static Executor listenAt(Path path) {
        return Executor.builder().listenAt(ExecutorAddress.unix(path)).start();
    }
}
