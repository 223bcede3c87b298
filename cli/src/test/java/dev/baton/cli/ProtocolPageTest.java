package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.LeaseTerms;
import dev.baton.core.Refusal;
import dev.baton.protocol.ErrorCode;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.RunnerMessage;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Keeps `docs/protocol.md` true where a machine can tell.
class ProtocolPageTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /// Where the server says a code: as a problem, or in a Refused.
    private static final Pattern CODE =
            Pattern.compile(
                    "(?:\\bof\\(\\s*\\w+,|unavailable\\(|refuse\\(|new Refused\\(\\s*null,)\\s*\"([A-Z_]+)\"");

    private final ProjectFiles files = ProjectFiles.ofThisProject();
    private final ProtocolPage page = ProtocolPage.read();

    @Test
    void every_message_on_the_page_is_a_golden_file() throws IOException {
        List<JsonNode> golden = golden();
        assertThat(messages()).isNotEmpty().allSatisfy(message -> assertThat(message).isIn(golden));
    }

    @Test
    void every_message_there_is_has_an_example_on_the_page() {
        assertThat(messages())
                .extracting(message -> message.get("type").stringValue())
                .containsAll(namesOf(RunnerMessage.class))
                .containsAll(namesOf(OrchestratorMessage.class));
    }

    @Test
    void every_code_that_a_runner_can_be_told_is_on_the_page() {
        var codes =
                Stream.of(
                                Arrays.stream(ErrorCode.values()).map(Enum::name),
                                Arrays.stream(Refusal.values()).map(Enum::name),
                                codesInSources())
                        .flatMap(each -> each)
                        .distinct()
                        .toList();
        assertThat(codes).contains("WRONG_OFFSET", "OVERLOADED", "INVALID_REQUEST", "NOT_ATTACHED");
        assertThat(codes).filteredOn(code -> !page.names(code)).as("codes not named").isEmpty();
    }

    @Test
    void the_times_on_the_page_are_the_defaults() {
        var terms = LeaseTerms.DEFAULTS;
        Map<String, Duration> defaults =
                Map.of(
                        "lease.ack_timeout", terms.ackTimeout(),
                        "lease.ttl", terms.ttl(),
                        "lease.heartbeat_interval", terms.heartbeatInterval(),
                        "lease.cancel_deadline", terms.cancelDeadline(),
                        "lease.runtime_grace", terms.runtimeGrace());
        defaults.forEach(
                (setting, value) ->
                        assertThat(page.text())
                                .contains("| %d s | `%s` |".formatted(value.toSeconds(), setting)));
    }

    @Test
    void the_runner_on_the_page_is_the_file_beside_it() {
        assertThat(page.blocks("python")).containsExactly(ProtocolPage.contentOf(page.runner()));
    }

    private List<JsonNode> messages() {
        return page.blocks("json").stream()
                .<JsonNode>map(JSON::readTree)
                .filter(json -> json.has("type"))
                .toList();
    }

    private List<JsonNode> golden() throws IOException {
        Path directory = files.root().resolve("protocol/src/test/resources/golden");
        try (var found = Files.walk(directory)) {
            return found.filter(file -> file.toString().endsWith(".json"))
                    .<JsonNode>map(file -> JSON.readTree(ProtocolPage.contentOf(file)))
                    .toList();
        }
    }

    private Stream<String> codesInSources() {
        return files.mainSources().stream()
                .filter(file -> file.shown().startsWith("server/"))
                .flatMap(file -> file.all(CODE).stream());
    }

    private static List<String> namesOf(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses())
                        .flatMap(each -> namesOf(each).stream())
                        .toList()
                : List.of(type.getSimpleName());
    }
}
