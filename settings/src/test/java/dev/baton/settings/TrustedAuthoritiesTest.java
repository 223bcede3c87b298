package dev.baton.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/// Handshakes with a server whose certificate no public authority has signed.
class TrustedAuthoritiesTest {
    private static final String PASSWORD = "hunter2-hunter2";

    @TempDir private static Path keys;
    private static Path certificate;
    private static SSLContext server;

    @TempDir private Path directory;

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path keystore = keys.resolve("baton.p12");
        certificate = keys.resolve("ca.pem");
        keytool(
                List.of("-genkeypair", "-keyalg", "EC", "-dname", "CN=baton"),
                List.of("-ext", "SAN=ip:127.0.0.1", "-keystore", keystore.toString()));
        keytool(
                List.of("-exportcert", "-rfc", "-file", certificate.toString()),
                List.of("-keystore", keystore.toString()));
        var store = KeyStore.getInstance(keystore.toFile(), PASSWORD.toCharArray());
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        server = SSLContext.getInstance("TLS");
        server.init(managers.getKeyManagers(), null, null);
    }

    @Test
    void a_server_is_trusted_whose_authority_is_in_the_file() throws Exception {
        assertThat(shakesHands(TrustedAuthorities.load(certificate))).isTrue();
    }

    @Test
    void a_server_is_not_trusted_without_the_file() throws Exception {
        assertThat(shakesHands(SSLContext.getDefault())).isFalse();
    }

    @Test
    void the_authorities_of_the_runtime_stay_trusted() {
        assertThat(TrustedAuthorities.all(certificate))
                .containsAll(TrustedAuthorities.ofTheRuntime())
                .hasSizeGreaterThan(TrustedAuthorities.ofTheRuntime().size());
        assertThat(TrustedAuthorities.ofTheRuntime()).isNotEmpty();
    }

    @Test
    void a_file_that_is_of_no_use_is_refused_with_its_name() throws IOException {
        refused(directory.resolve("missing.pem"), "does not exist");
        refused(directory, "cannot be read");
        refused(Files.writeString(directory.resolve("empty.pem"), ""), "has no certificate");
        refused(Files.writeString(directory.resolve("text.pem"), "hello\n"), "text.pem");
        refused(
                Files.writeString(
                        directory.resolve("key.pem"),
                        "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----\n"),
                "key.pem");
    }

    private static void refused(Path file, String what) {
        assertThatThrownBy(() -> TrustedAuthorities.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("-----BEGIN CERTIFICATE-----")
                .hasMessageContaining(file.getFileName().toString())
                .hasMessageContaining(what);
    }

    private static boolean shakesHands(SSLContext client) throws Exception {
        try (var listening =
                server.getServerSocketFactory()
                        .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var serving =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try (var socket = (SSLSocket) listening.accept()) {
                                            socket.startHandshake();
                                        } catch (IOException _) {
                                            // the client has its say
                                        }
                                    });
            try (var socket =
                    (SSLSocket)
                            client.getSocketFactory()
                                    .createSocket("127.0.0.1", listening.getLocalPort())) {
                var parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                return true;
            } catch (SSLException _) {
                return false;
            } finally {
                serving.join();
            }
        }
    }

    private static void keytool(List<String> first, List<String> more) throws Exception {
        var command = new java.util.ArrayList<String>();
        command.add(System.getProperty("java.home") + "/bin/keytool");
        command.addAll(first);
        command.addAll(more);
        command.addAll(List.of("-alias", "baton", "-storetype", "PKCS12", "-storepass", PASSWORD));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
