package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.config.ServerSetting;
import dev.baton.settings.ConfigException;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;

/// An orchestrator that proves who it is, with a certificate that was made for the test.
class TlsTest {
    private static final String PASSWORD = "hunter2-hunter2";

    @TempDir private static Path keys;
    private static Path keystore;
    private static Path password;
    private static HttpClient trusting;

    @TempDir private Path data;

    @BeforeAll
    static void makeCertificate() throws Exception {
        keystore = keys.resolve("baton.p12");
        password = Files.writeString(keys.resolve("password"), PASSWORD + "\n");
        var keytool =
                new ProcessBuilder(
                                System.getProperty("java.home") + "/bin/keytool",
                                "-genkeypair",
                                "-alias",
                                "baton",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=baton",
                                "-ext",
                                "SAN=ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                keystore.toString(),
                                "-storepass",
                                PASSWORD)
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor()).isZero();
        trusting = HttpClient.newBuilder().sslContext(trustIn(opened())).build();
    }

    @Test
    void a_pkcs12_file_is_enough() throws Exception {
        try (var server = TestServer.start(data, pkcs12())) {
            assertThat(server.address().getScheme()).isEqualTo("https");
            assertThat(get(server, "/readyz")).isEqualTo(200);
            assertThat(get(server, "/v1/jobs")).isEqualTo(200);
        }
    }

    @Test
    void a_certificate_and_its_key_in_pem_are_enough() throws Exception {
        try (var server = TestServer.start(data, pem(opened()))) {
            assertThat(get(server, "/v1/jobs")).isEqualTo(200);
        }
    }

    @Test
    void a_client_that_does_not_know_the_certificate_says_nothing() {
        try (var server = TestServer.start(data, pkcs12())) {
            var request = HttpRequest.newBuilder(server.address().resolve("/readyz")).build();
            assertThatThrownBy(
                            () ->
                                    HttpClient.newHttpClient()
                                            .send(request, BodyHandlers.discarding()))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void plain_text_gets_no_answer_where_tls_is_spoken() throws Exception {
        try (var server = TestServer.start(data, pkcs12());
                var wire = new Wire(server.address())) {
            wire.send("GET /readyz HTTP/1.1\r\nHost: baton\r\n\r\n");
            assertThat(wire.rest()).doesNotContain("HTTP/1.1 200", "ok");
        }
    }

    @Test
    void a_lease_stream_works_inside_of_tls() throws Exception {
        try (var server = TestServer.start(data, pkcs12())) {
            var heard = new CompletableFuture<String>();
            var stream =
                    trusting.newWebSocketBuilder()
                            .header("Authorization", "Bearer " + server.admin().token())
                            .buildAsync(
                                    java.net.URI.create(
                                            server.address().toString().replace("https", "wss")
                                                    + "/v1/runner/stream"),
                                    new WebSocket.Listener() {
                                        @Override
                                        public CompletionStage<?> onText(
                                                WebSocket socket, CharSequence text, boolean last) {
                                            heard.complete(text.toString());
                                            return null;
                                        }
                                    })
                            .get(20, TimeUnit.SECONDS);
            stream.sendText("{\"type\":\"Attach\",\"runner_id\":\"r1\"}", true).join();
            assertThat(heard.get(20, TimeUnit.SECONDS)).contains("Attached");
            stream.abort();
        }
    }

    @Test
    void a_key_that_is_none_is_said_before_anything_listens() throws Exception {
        var settings = new java.util.HashMap<>(pem(opened()));
        Path nonsense = Files.writeString(keys.resolve("nonsense.pem"), "nonsense\n");
        settings.put(ServerSetting.TLS_KEY, nonsense.toString());
        assertThatThrownBy(() -> TestServer.start(data, settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("server.tls_key")
                .hasMessageContaining("PKCS#8")
                .hasMessageContaining("nonsense.pem");
    }

    private static int get(TestServer server, String path) throws Exception {
        var request =
                HttpRequest.newBuilder(server.address().resolve(path))
                        .header("Authorization", "Bearer " + server.admin().token())
                        .build();
        return trusting.send(request, BodyHandlers.discarding()).statusCode();
    }

    private static Map<ServerSetting, String> pkcs12() {
        return Map.of(
                ServerSetting.TLS_KEYSTORE,
                keystore.toString(),
                ServerSetting.TLS_KEYSTORE_PASSWORD_FILE,
                password.toString());
    }

    private static Map<ServerSetting, String> pem(KeyStore store) throws Exception {
        var key = store.getKey("baton", PASSWORD.toCharArray());
        return Map.of(
                ServerSetting.TLS_CERTIFICATE,
                pem("CERTIFICATE", store.getCertificate("baton").getEncoded()),
                ServerSetting.TLS_KEY,
                pem("PRIVATE KEY", key.getEncoded()));
    }

    private static String pem(String what, byte[] der) throws Exception {
        String text =
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(what, Base64.getMimeEncoder().encodeToString(der), what);
        return Files.writeString(keys.resolve(what.replace(' ', '-') + ".pem"), text).toString();
    }

    private static KeyStore opened() throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static SSLContext trustIn(KeyStore store) throws Exception {
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("baton", store.getCertificate("baton"));
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
