package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.PostgresServer.Shutdown;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;

class PostgresServerIT {

    @Test
    void a_server_makes_databases_until_it_is_closed() throws IOException {
        PostgresServer server = PostgresServer.start(Map.of("max_connections", "20"));
        ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
        try (server) {
            assertThat(server.createDatabase("first"))
                    .isEqualTo(
                            "jdbc:postgresql://127.0.0.1:" + server.port() + "/first?user=baton");
            assertThatThrownBy(() -> server.createDatabase("first"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("already exists");
            connect(server.port());
        }
        assertThat(process.isAlive()).isFalse();
        assertThatThrownBy(() -> connect(server.port())).isInstanceOf(IOException.class);
    }

    @Test
    void a_server_that_cannot_start_says_why() {
        assertThatThrownBy(() -> PostgresServer.start(Map.of("no_such_setting", "1")).close())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no_such_setting");
    }

    @ParameterizedTest
    @EnumSource
    void a_server_that_is_restarted_has_what_it_had(Shutdown how) throws IOException {
        try (var server = PostgresServer.start()) {
            server.createDatabase("kept");
            int port = server.port();
            long before = server.pid();

            server.restart(how);

            assertThat(server.port()).isEqualTo(port);
            assertThat(server.pid()).isNotEqualTo(before);
            assertThatThrownBy(() -> server.createDatabase("kept"))
                    .hasMessageContaining("already exists");
        }
    }

    private static void connect(int port) throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
    }
}
