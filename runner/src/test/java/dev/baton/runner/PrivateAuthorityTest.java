package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.runner.link.Orchestrators;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.TrustedAuthorities;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

import javax.net.ssl.SSLContext;

/// An orchestrator whose certificate comes from an authority of our own.
class PrivateAuthorityTest {
    private static final String PASSWORD = "hunter2-hunter2";
    private static final Duration LONGEST = Duration.ofSeconds(40);
    private static final Duration A_WHILE = Duration.ofSeconds(1);

    @TempDir private static Path keys;
    private static Path certificate;

    @TempDir private Path directory;
    private Scene scene;

    /// An authority, and a certificate of the orchestrator that it has signed.
    @BeforeAll
    static void makeCertificates() throws Exception {
        Path authority = keys.resolve("authority.p12");
        Path server = keys.resolve("server.p12");
        Path request = keys.resolve("server.csr");
        Path signed = keys.resolve("server.pem");
        certificate = keys.resolve("ca.pem");
        Files.writeString(keys.resolve("password"), PASSWORD);
        keytool(authority, "ca", "-genkeypair", "-keyalg", "EC", "-dname", "CN=ca", "-ext", "bc:c");
        keytool(authority, "ca", "-exportcert", "-rfc", "-file", certificate.toString());
        keytool(server, "baton", "-genkeypair", "-keyalg", "EC", "-dname", "CN=baton");
        keytool(server, "baton", "-certreq", "-file", request.toString());
        keytool(
                authority,
                "ca",
                "-gencert",
                "-rfc",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-infile",
                request.toString(),
                "-outfile",
                signed.toString());
        keytool(server, "root", "-importcert", "-noprompt", "-file", certificate.toString());
        keytool(server, "baton", "-importcert", "-noprompt", "-file", signed.toString());
    }

    @BeforeEach
    void start() {
        var settings = new HashMap<>(Scene.SHORT_LEASES);
        settings.put(ServerSetting.TLS_KEYSTORE, keys.resolve("server.p12").toString());
        settings.put(ServerSetting.TLS_KEYSTORE_PASSWORD_FILE, keys.resolve("password").toString());
        var trusting =
                HttpClient.newBuilder().sslContext(TrustedAuthorities.load(certificate)).build();
        scene = new Scene(directory, settings, trusting);
    }

    @AfterEach
    void end() {
        scene.close();
    }

    @Test
    void a_runner_that_is_given_the_authority_works_with_stream_and_uploads() {
        scene.runner(config(TrustedAuthorities.load(certificate)));
        String job = scene.submitSteps("echo safe");
        await().atMost(LONGEST).until(() -> scene.status(job).equals("SUCCEEDED"));
        assertThat(scene.printed(job)).isEqualTo("safe\n");
    }

    @Test
    void a_runner_that_does_not_know_the_authority_shows_no_token() {
        scene.runner(config(null));
        String job = scene.submitSteps("echo safe");
        await().during(A_WHILE).atMost(LONGEST).until(() -> scene.status(job).equals("QUEUED"));
    }

    private RunnerConfig config(SSLContext authorities) {
        return scene.config(
                new Orchestrators(List.of(scene.address()), authorities),
                "r1",
                1,
                Duration.ofSeconds(30),
                RunnerConfig.DEFAULT_LOG_BYTES);
    }

    private static void keytool(Path store, String alias, String... more) throws Exception {
        var command = new ArrayList<String>();
        command.add(System.getProperty("java.home") + "/bin/keytool");
        command.addAll(List.of(more));
        command.addAll(List.of("-alias", alias, "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
