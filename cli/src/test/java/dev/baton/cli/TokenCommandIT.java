package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;

/// `baton token` against an orchestrator.
@Timeout(120)
class TokenCommandIT {
    @TempDir private Path directory;

    @Test
    void tokens_are_listed_for_people_and_for_programs_and_never_with_their_secrets()
            throws Exception {
        var home = new BatonHome(directory.resolve("home"));
        Path data = Files.createDirectories(directory.resolve("server"));
        try (var server = ServerProcess.start(data)) {
            String secret = server.with("runner", "builder-1").token();
            String[] asks = {"--server=" + server.address(), "--token=" + server.admin().token()};
            var people = home.run("token", "list", asks[0], asks[1]);
            assertThat(people.out()).contains("KIND", "builder-1", "never", "valid");

            var programs = home.run("token", "list", "--json", asks[0], asks[1]);
            assertThat(programs.status()).isZero();
            JsonNode tokens = JsonMapper.shared().readTree(programs.out()).get("tokens");
            assertThat(StreamSupport.stream(tokens.spliterator(), false))
                    .anySatisfy(
                            token -> {
                                assertThat(token.get("name").asString()).isEqualTo("builder-1");
                                assertThat(token.get("kind").asString()).isEqualTo("runner");
                            });
            assertThat(people.out() + programs.out()).doesNotContain(secret);
        }
    }
}
