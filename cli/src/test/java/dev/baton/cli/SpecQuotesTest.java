package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Holds the tests against the list of what the executor protocol asks for: each line of it is quoted in the name of a test.
class SpecQuotesTest {
    private static final String TEXT = "\"(?:[^\"\\\\]|\\\\.)*\"";
    private static final Pattern NAME =
            Pattern.compile("@DisplayName\\(\\s*(%1$s(?:\\s*\\+\\s*%1$s)*)\\s*\\)".formatted(TEXT));
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

    private record Clause(String about, String words) {}

    @Test
    void each_line_of_the_executor_protocol_is_quoted_by_a_test() throws IOException {
        String quotes = quotes();
        List<Clause> clauses = clauses();
        assertThat(clauses).hasSizeGreaterThan(50);
        assertThat(clauses)
                .filteredOn(clause -> !quotes.contains(clause.words()))
                .as("lines that no test quotes")
                .isEmpty();
    }

    /// The names of all tests that quote something.
    private static String quotes() {
        return ProjectFiles.ofThisProject().testSources().stream()
                .flatMap(file -> NAME.matcher(file.text()).results())
                .map(name -> JOINT.matcher(name.group(1)).replaceAll(""))
                .collect(Collectors.joining("\n"));
    }

    private static List<Clause> clauses() throws IOException {
        try (var in = SpecQuotesTest.class.getResourceAsStream("executor-protocol-clauses.txt")) {
            byte[] all = Objects.requireNonNull(in).readAllBytes();
            return new String(all, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(SpecQuotesTest::clause)
                    .toList();
        }
    }

    private static Clause clause(String line) {
        int bar = line.indexOf('|');
        return new Clause(line.substring(0, bar).strip(), line.substring(bar + 1).strip());
    }
}
