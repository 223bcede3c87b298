package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.BatonHome.Ended;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// An orchestrator that is killed and comes back while somebody follows a job.
class LostOrchestratorIT {
    private static final String EXECUTORS =
            Path.of("..", "examples", "executors", "executors.toml").toAbsolutePath().toString();

    @TempDir private Path directory;

    @Test
    void no_line_is_lost_or_doubled_when_the_orchestrator_is_killed_and_comes_back()
            throws IOException {
        var home = new BatonHome(directory);
        String port = Integer.toString(freePort());
        String url = "http://127.0.0.1:" + port;
        Path go = home.work().resolve("go");
        var server = server(home, port);
        try {
            String admin = Files.readString(home.work().resolve("baton-data/admin-token")).strip();
            var environment = Map.of("BATON_URL", url, "BATON_TOKEN", admin);
            String token;
            try (var create = home.start(environment, "token", "create", "runner", "r")) {
                token = create.await().out().strip();
            }
            try (var runner =
                            home.start(
                                    Map.of("BATON_RUNNER_TOKEN", token, "BATON_RUNNER_SERVER", url),
                                    "runner");
                    var run =
                            home.start(
                                    environment,
                                    "run",
                                    "--no-workspace",
                                    "--",
                                    "sh",
                                    "-c",
                                    "seq 1 1000; while [ ! -e '%s' ]; do sleep 0.1; done; seq 1001 2000"
                                            .formatted(go))) {
                run.awaitOut("\n1000\n");
                server.kill();
                run.awaitErr("trying again");
                Files.createFile(go);
                server = server(home, port);
                Ended ended = run.await();
                assertThat(ended.status()).isZero();
                assertThat(ended.out()).isEqualTo(lines(2000));
                assertThat(ended.err()).contains("connected again");
                runner.signal("TERM");
            }
        } finally {
            server.close();
        }
    }

    @Test
    void who_is_told_to_end_does_not_wait_for_an_orchestrator_that_is_gone() {
        var home = new BatonHome(directory);
        try (var up = home.up("--executors", EXECUTORS);
                var run =
                        home.start("run", "--no-workspace", "--", "sh", "-c", "echo on; sleep 9");
                var call = home.start("call", "nowhere#f")) {
            run.awaitOut("on\n");
            call.awaitErr("no connected runner has the executor");
            up.kill();
            run.awaitErr("trying again");
            run.signal("TERM");
            call.signal("TERM");
            Ended ended = run.await();
            assertThat(ended.status()).isEqualTo(125);
            assertThat(ended.err()).contains("it may go on");
            assertThat(call.await().status()).isEqualTo(125);
        }
    }

    private static BatonHome.Started server(BatonHome home, String port) {
        var server = home.start("server", "--port", port);
        server.awaitOut("Listening on ");
        return server;
    }

    private static String lines(int most) {
        return IntStream.rangeClosed(1, most).mapToObj(i -> i + "\n").collect(Collectors.joining());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
