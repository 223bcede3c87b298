package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.runner.link.Orchestrators;
import dev.baton.testkit.network.TcpProxy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// How a runner finds an orchestrator, and what it shows there.
class OrchestratorsTest extends SceneTest {
    private static final Duration A_WHILE = Duration.ofSeconds(2);

    @Test
    void a_runner_goes_on_to_the_next_orchestrator_when_one_cannot_be_reached_or_cannot_work()
            throws Exception {
        try (var busy = new Unavailable()) {
            scene.runner(config(nowhere(), busy.address(), scene.address()));
            String job = scene.submitSteps("echo here");
            awaitStatus(job, "SUCCEEDED");
            assertThat(scene.printed(job)).isEqualTo("here\n");
            assertThat(busy.requests()).isPositive();
        }
    }

    @Test
    void a_job_keeps_its_lease_when_its_runner_moves_to_another_address() throws Exception {
        var isUp = new AtomicBoolean(true);
        try (var doomed = proxy(isUp, new AtomicInteger())) {
            scene.runner(config(address(doomed), scene.address()));
            String go = directory.resolve("go").toString();
            String job =
                    scene.submitSteps(
                            "echo first; while [ ! -e %s ]; do sleep 0.02; done; echo last"
                                    .formatted(go));
            awaitPrinted(job, "first");
            isUp.set(false);
            doomed.reset();
            scene.touch(go);
            awaitStatus(job, "SUCCEEDED");
            assertThat(scene.printed(job)).isEqualTo("first\nlast\n");
            assertThat(scene.events(job))
                    .containsExactly("SUBMITTED", "GRANTED", "ACKNOWLEDGED", "FINISHED");
        }
    }

    @Test
    void without_streams_messages_and_uploads_go_on_at_the_next_address() throws Exception {
        var isUp = new AtomicBoolean(true);
        try (var plain = new NoUpgradeProxy(scene.address());
                var doomed = proxy(isUp, new AtomicInteger(), plain.address());
                var other = new NoUpgradeProxy(scene.address())) {
            scene.runner(config(address(doomed), other.address()));
            String go = directory.resolve("go").toString();
            String job =
                    scene.submitSteps(
                            "echo first; while [ ! -e %s ]; do sleep 0.02; done; echo last"
                                    .formatted(go));
            awaitPrinted(job, "first");
            isUp.set(false);
            doomed.reset();
            scene.touch(go);
            awaitStatus(job, "SUCCEEDED");
            assertThat(scene.printed(job)).isEqualTo("first\nlast\n");
            assertThat(scene.events(job)).containsOnlyOnce("GRANTED");
        }
    }

    @Test
    void an_orchestrator_that_cannot_be_reached_after_a_token_exchange_is_left_in_peace()
            throws Exception {
        var isUp = new AtomicBoolean(true);
        var connects = new AtomicInteger();
        try (var proxy = proxy(isUp, connects)) {
            var runner = scene.runner(config(address(proxy)));
            awaitStatus(scene.submitSteps("true"), "SUCCEEDED");
            isUp.set(false);
            connects.set(0);
            runner.useToken(token("runners-2", null));
            proxy.reset();
            await().pollDelay(A_WHILE).until(() -> connects.get() > 0);
            assertThat(connects.get()).as("connects in %s", A_WHILE).isLessThan(40);

            isUp.set(true);
            awaitStatus(scene.submitSteps("true"), "SUCCEEDED");
        }
    }

    @Test
    void a_token_that_the_orchestrator_refuses_is_not_taken() {
        var runner = scene.runner("r1");
        awaitStatus(scene.submitSteps("true"), "SUCCEEDED");
        String go = directory.resolve("go").toString();
        String job =
                scene.submitSteps(
                        "echo up; while [ ! -e %s ]; do sleep 0.02; done; echo done".formatted(go));
        awaitPrinted(job, "up");
        runner.useToken("baton_runner_unknown");
        runner.useToken(token("of-another", "r2"));
        scene.touch(go);
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.printed(job)).isEqualTo("up\ndone\n");
        awaitStatus(scene.submitSteps("true"), "SUCCEEDED");
    }

    @Test
    void a_token_that_came_while_nobody_could_be_asked_is_taken_later() throws Exception {
        var isUp = new AtomicBoolean(true);
        try (var proxy = proxy(isUp, new AtomicInteger())) {
            var runner = scene.runner(config(address(proxy)));
            awaitStatus(scene.submitSteps("true"), "SUCCEEDED");
            isUp.set(false);
            proxy.reset();
            runner.useToken(token("runners-2", null));
            scene.revoke("runners");
            isUp.set(true);
            awaitStatus(scene.submitSteps("true"), "SUCCEEDED");
        }
    }

    private String token(String name, String runner) {
        String pinned = runner == null ? "" : ",\"runner\":\"%s\"".formatted(runner);
        return scene.post(
                        "/v1/tokens",
                        "{\"kind\":\"runner\",\"name\":\"%s\"%s}".formatted(name, pinned))
                .get("token")
                .stringValue();
    }

    private RunnerConfig config(URI... servers) {
        return scene.config(
                new Orchestrators(Arrays.asList(servers), null),
                "r1",
                1,
                Duration.ofSeconds(30),
                RunnerConfig.DEFAULT_LOG_BYTES);
    }

    private TcpProxy proxy(AtomicBoolean isUp, AtomicInteger connects) throws IOException {
        return proxy(isUp, connects, scene.address());
    }

    private static TcpProxy proxy(AtomicBoolean isUp, AtomicInteger connects, URI target)
            throws IOException {
        return new TcpProxy(
                () -> {
                    connects.incrementAndGet();
                    return isUp.get()
                            ? Optional.of(new InetSocketAddress(target.getHost(), target.getPort()))
                            : Optional.empty();
                });
    }

    private static URI address(TcpProxy proxy) {
        return URI.create("http://127.0.0.1:" + proxy.port());
    }

    /// An address where nothing listens.
    private static URI nowhere() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
    }

    /// An orchestrator that is being shut down: each request is answered with 503.
    private static final class Unavailable implements AutoCloseable {
        private static final byte[] ANSWER =
                "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);

        private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger requests = new AtomicInteger();

        Unavailable() throws IOException {
            Thread.startVirtualThread(this::serve);
        }

        URI address() {
            return URI.create("http://127.0.0.1:" + door.getLocalPort());
        }

        int requests() {
            return requests.get();
        }

        private void serve() {
            while (!door.isClosed()) {
                try (var socket = door.accept()) {
                    var in = socket.getInputStream();
                    var end = List.of((int) '\r', (int) '\n', (int) '\r', (int) '\n');
                    int matched = 0;
                    for (int next = in.read(); next >= 0 && matched < 4; ) {
                        matched = next == end.get(matched) ? matched + 1 : 0;
                        next = matched < 4 ? in.read() : next;
                    }
                    requests.incrementAndGet();
                    socket.getOutputStream().write(ANSWER);
                } catch (IOException _) {
                    // the next one
                }
            }
        }

        @Override
        public void close() throws IOException {
            door.close();
        }
    }
}
