package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

class TokensTest {
    @TempDir private Path data;
    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.start(data);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_first_admin_token_is_in_a_file_that_only_its_owner_reads() throws Exception {
        Path file = server.orchestrator.adminTokenFile().orElseThrow();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).matches("baton_admin_[0-9a-f]{64}\n");
        assertThat(server.admin().get("/v1/tokens").status()).isEqualTo(200);
    }

    @Test
    void a_store_that_has_an_admin_gets_no_other() {
        server.close();
        server = TestServer.start(data);
        assertThat(server.orchestrator.adminTokenFile()).isEmpty();
        assertThat(server.admin().get("/v1/tokens").json().get("tokens")).hasSize(1);
    }

    @Test
    void a_token_is_shown_once_and_never_listed() {
        var issued =
                server.admin().post("/v1/tokens", "{\"kind\":\"user\",\"name\":\"ci\"}").json();
        String secret = issued.get("token").stringValue();
        assertThat(secret).matches("baton_user_[0-9a-f]{64}");
        assertThat(server.admin().get("/v1/tokens").text())
                .contains("\"ci\"")
                .doesNotContain(secret);
    }

    @Test
    void a_revoked_token_is_worth_nothing_at_once() {
        var user = server.user();
        assertThat(user.get("/v1/jobs").status()).isEqualTo(200);
        String id = idOf("some-user");
        assertThat(server.admin().delete("/v1/tokens/" + id).status()).isEqualTo(204);
        assertThat(user.get("/v1/jobs").status()).isEqualTo(401);
        assertThat(server.admin().delete("/v1/tokens/" + id).status()).isEqualTo(404);
    }

    @Test
    void a_token_expires() {
        var issued =
                server.admin()
                        .post(
                                "/v1/tokens",
                                "{\"kind\":\"user\",\"name\":\"guest\",\"expires\":\"%s\"}"
                                        .formatted(TestServer.START.plusSeconds(60)))
                        .json();
        var guest = new Client(server.address(), issued.get("token").stringValue());
        assertThat(guest.get("/v1/jobs").status()).isEqualTo(200);
        server.advance(Duration.ofSeconds(61));
        assertThat(guest.get("/v1/jobs").status()).isEqualTo(401);
    }

    @Test
    void a_token_can_be_pinned_to_one_runner() {
        var issued =
                server.admin()
                        .post(
                                "/v1/tokens",
                                "{\"kind\":\"runner\",\"name\":\"pinned\",\"runner\":\"r1\"}")
                        .json();
        var runner = new Client(server.address(), issued.get("token").stringValue());
        String ask = "{\"runner_id\":\"%s\",\"max_jobs\":1}";
        assertThat(runner.post("/v1/runner/lease", ask.formatted("r1")).status()).isEqualTo(200);
        var refused = runner.post("/v1/runner/lease", ask.formatted("r2"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("OTHER_RUNNER");
    }

    @Test
    void two_tokens_cannot_have_the_same_name() {
        server.user();
        var again = server.admin().post("/v1/tokens", "{\"kind\":\"user\",\"name\":\"some-user\"}");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("NAME_TAKEN");
    }

    private String idOf(String name) {
        for (var token : server.admin().get("/v1/tokens").json().get("tokens")) {
            if (token.get("name").stringValue().equals(name)) {
                return token.get("id").stringValue();
            }
        }
        throw new AssertionError("no token " + name);
    }
}
