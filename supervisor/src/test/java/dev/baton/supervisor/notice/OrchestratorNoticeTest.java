package dev.baton.supervisor.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import dev.baton.settings.TrustedAuthorities;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/// An orchestrator whose certificate comes from an authority of our own.
class OrchestratorNoticeTest {
    private static final String PASSWORD = "hunter2-hunter2";
    private static final byte[] ORDER =
            "{\"reason\":\"maintenance\",\"finish_tasks\":true}".getBytes(StandardCharsets.UTF_8);

    @TempDir private static Path keys;
    private static Path certificate;
    private static HttpsServer server;

    @BeforeAll
    static void start() throws Exception {
        Path store = keys.resolve("baton.p12");
        certificate = keys.resolve("ca.pem");
        keytool(
                store,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=b",
                "-ext",
                "SAN=ip:127.0.0.1");
        keytool(store, "-exportcert", "-rfc", "-file", certificate.toString());
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(
                KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()),
                PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext(
                "/v1/runner/termination",
                exchange -> {
                    exchange.sendResponseHeaders(200, ORDER.length);
                    try (var body = exchange.getResponseBody()) {
                        body.write(ORDER);
                    }
                });
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @Test
    void it_is_asked_by_who_trusts_the_authority_and_by_nobody_else() throws Exception {
        try (var trusting = notice(TrustedAuthorities.load(certificate));
                var other = notice(null)) {
            assertThat(trusting.ask().orElseThrow().reason()).contains("maintenance");
            assertThatThrownBy(other::ask)
                    .isInstanceOf(IOException.class)
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    private static OrchestratorNotice notice(@Nullable SSLContext authorities) {
        return new OrchestratorNotice(
                URI.create("https://127.0.0.1:" + server.getAddress().getPort()),
                authorities,
                () -> "token",
                "r1",
                InstantSource.system());
    }

    private static void keytool(Path store, String... more) throws Exception {
        var command = new ArrayList<String>();
        command.add(System.getProperty("java.home") + "/bin/keytool");
        command.addAll(List.of(more));
        command.addAll(List.of("-alias", "baton", "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
