package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.BatonHome.Ended;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Commands that ask an orchestrator whose certificate comes from an authority of our own.
class PrivateAuthorityIT {
    private static final String PASSWORD = "hunter2-hunter2";

    @TempDir private Path directory;

    @Test
    void an_orchestrator_of_a_private_authority_is_trusted_by_those_who_name_it() throws Exception {
        Path authority = certificates();
        var owner = new BatonHome(directory.resolve("owner"));
        var guest = new BatonHome(directory.resolve("guest"));
        try (var up =
                owner.up(
                        "--set=server.tls_keystore=" + directory.resolve("server.p12"),
                        "--set=server.tls_keystore_password_file=" + directory.resolve("password"),
                        "--set=client.ca_file=" + authority)) {
            String address = up.address().toString();
            assertThat(address).startsWith("https://");
            assertThat(owner.run("run", "--no-workspace", "--", "echo", "hello"))
                    .isEqualTo(new Ended(0, "hello\n", ""));
            String token = owner.run("token", "create", "user", "guest").out();

            Ended untrusted = guest.runWith(token, "login", address);
            assertThat(untrusted.status()).isEqualTo(1);
            assertThat(untrusted.err())
                    .contains("of an authority that is not trusted here; --ca-file FILE");
            Ended missing = guest.runWith(token, "login", address, "--ca-file", "none.pem");
            assertThat(missing.status()).isEqualTo(2);
            assertThat(missing.err()).contains("none.pem' does not exist");

            var named = Map.of("BATON_CA_FILE", authority.toString());
            try (var jobs =
                    guest.start(named, "jobs", "--server", address, "--token", token.strip())) {
                assertThat(jobs.await().status()).isZero();
            }
            assertThat(
                            guest.runWith(
                                            token,
                                            "login",
                                            address,
                                            "--ca-file",
                                            authority.toString())
                                    .status())
                    .isZero();
            assertThat(guest.run("jobs").status()).isZero();
        }
    }

    /// An authority, and a certificate of the orchestrator that it has signed.
    private Path certificates() throws Exception {
        Path authority = directory.resolve("authority.p12");
        Path server = directory.resolve("server.p12");
        Path request = directory.resolve("server.csr");
        Path signed = directory.resolve("server.pem");
        Path certificate = directory.resolve("our authority.pem");
        Files.writeString(directory.resolve("password"), PASSWORD);
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
        return certificate;
    }

    private static void keytool(Path store, String alias, String... arguments)
            throws IOException, InterruptedException {
        var command =
                new ArrayList<>(
                        List.of(
                                System.getProperty("java.home") + "/bin/keytool",
                                arguments[0],
                                "-alias",
                                alias,
                                "-keystore",
                                store.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD));
        command.addAll(List.of(arguments).subList(1, arguments.length));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
