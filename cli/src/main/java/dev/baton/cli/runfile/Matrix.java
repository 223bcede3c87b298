package dev.baton.cli.runfile;

import dev.baton.cli.runfile.Section.Text;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The values that a job is repeated for: every combination of them is a job of its own.
///
/// @param axes the values of each name, in the order of the file
record Matrix(Map<String, List<String>> axes) {
    static final Matrix NONE = new Matrix(Map.of());
    private static final int MOST_VALUES = 100;
    private static final int MOST_COMBINATIONS = 256;
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

    static Matrix read(Section job) {
        Node node = job.value("matrix");
        if (node == null) {
            return NONE;
        }
        var section = new Section(node, job.errors());
        var axes = new LinkedHashMap<String, List<String>>();
        long combinations = 1;
        for (var entry : section.entries()) {
            String name = entry.getKey();
            Node at = entry.getValue().getKeyNode();
            if (!name.matches(NAME)) {
                job.errors().add(at, "expected a name of letters, digits and _, got another");
            }
            List<String> values =
                    section.texts(name, MOST_VALUES).stream().map(Text::value).toList();
            if (values.isEmpty()) {
                job.errors().add(at, "expected one value or more, got none");
            } else if (values.stream().distinct().count() < values.size()) {
                job.errors().add(at, "expected each value once");
            }
            axes.put(name, values);
            combinations = Math.min(MOST_COMBINATIONS + 1, combinations * values.size());
        }
        if (combinations > MOST_COMBINATIONS) {
            job.errors().add(node, "expected at most %d combinations".formatted(MOST_COMBINATIONS));
            return NONE;
        }
        return new Matrix(axes);
    }

    /// Every combination; one without values where there is no matrix.
    List<Combination> combinations() {
        List<Map<String, String>> all = List.of(Map.of());
        for (var axis : axes.entrySet()) {
            var longer = new ArrayList<Map<String, String>>();
            for (Map<String, String> shorter : all) {
                for (String value : axis.getValue()) {
                    var one = new LinkedHashMap<>(shorter);
                    one.put(axis.getKey(), value);
                    longer.add(one);
                }
            }
            all = longer;
        }
        return all.stream().map(Combination::new).toList();
    }

    /// One value for each name.
    record Combination(Map<String, String> values) {
        private static final String OPEN = "{matrix.";

        /// `test (25, linux)`.
        String name(String job) {
            return values.isEmpty()
                    ? job
                    : "%s (%s)".formatted(job, String.join(", ", values.values()));
        }

        /// `BATON_MATRIX_JDK=25`.
        Map<String, String> variables() {
            var variables = new LinkedHashMap<String, String>();
            values.forEach(
                    (name, value) ->
                            variables.put("BATON_MATRIX_" + name.toUpperCase(Locale.ROOT), value));
            return variables;
        }

        /// Replaces `{matrix.jdk}`. One that is not there is noted.
        String fill(Text text, FileErrors errors) {
            String value = text.value();
            var filled = new StringBuilder();
            int from = 0;
            for (int open; (open = value.indexOf(OPEN, from)) >= 0; ) {
                int close = value.indexOf('}', open);
                if (close < 0) {
                    break;
                }
                String name = value.substring(open + OPEN.length(), close);
                String replacement = values.get(name);
                if (replacement == null) {
                    errors.unknown(text.at(), "matrix value", name, values.keySet());
                    replacement = "";
                }
                filled.append(value, from, open).append(replacement);
                from = close + 1;
            }
            return filled.append(value, from, value.length()).toString();
        }

        @Nullable String fillOrNull(@Nullable Text text, FileErrors errors) {
            return text == null ? null : fill(text, errors);
        }

        List<String> fillAll(List<Text> texts, FileErrors errors) {
            return texts.stream().map(text -> fill(text, errors)).toList();
        }
    }
}
