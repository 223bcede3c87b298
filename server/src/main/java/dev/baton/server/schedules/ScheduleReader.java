package dev.baton.server.schedules;

import dev.baton.core.NearestName;
import dev.baton.core.Shown;
import dev.baton.core.cron.CatchUp;
import dev.baton.core.cron.Cron;
import dev.baton.core.cron.Timetable;
import dev.baton.protocol.ProtocolException;
import dev.baton.protocol.Surrogates;
import dev.baton.protocol.submit.RunSubmission;
import dev.baton.protocol.submit.SubmissionReader;
import dev.baton.protocol.submit.TraceContext;
import dev.baton.store.Schedules.Definition;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads what somebody wants to happen and when, or says everything that is wrong with it.
public final class ScheduleReader {
    /// What a schedule itself writes on its runs.
    static final String NAME_LABEL = "schedule";

    static final String TICK_LABEL = "tick";

    static final int MOST_TEMPLATE_BYTES = 1 << 20;

    private static final List<String> KEYS = List.of("cron", "zone", "catch_up", "run");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String DEFAULT_ZONE = "UTC";
    private static final String DEFAULT_CATCH_UP = "last";

    private final SubmissionReader runs;

    /// @param runs reads what schedules submit
    public ScheduleReader(SubmissionReader runs) {
        this.runs = runs;
    }

    /// Reads a definition.
    ///
    /// @param path what goes before the key in a problem, such as `nightly.`
    /// @param problems where everything that is wrong is added
    /// @return null if anything was
    @Nullable Definition read(JsonNode node, String path, List<String> problems) {
        return new Fields(node, path, problems).definition();
    }

    /// What is wrong with a name, or null.
    static @Nullable String wrongName(String name) {
        return NAME.matcher(name).matches()
                ? null
                : "expected a name of 1 to 100 characters of A-Z a-z 0-9 . _ -, beginning with a letter or digit, got '%s'"
                        .formatted(Shown.of(name));
    }

    /// When a schedule fires.
    ///
    /// @throws IllegalArgumentException if what is stored is no timetable for this version of Baton
    static Timetable timetable(Definition definition) {
        return new Timetable(Cron.parse(definition.cron()), Timetable.zone(definition.zone()));
    }

    /// What a schedule submits.
    ///
    /// @throws ProtocolException if what is stored is no run for this version of Baton
    RunSubmission submission(Definition definition) {
        return submission(definition.template().getBytes(StandardCharsets.UTF_8));
    }

    private RunSubmission submission(byte[] template) {
        return runs.read(template, TraceContext.NONE);
    }

    static String word(CatchUp policy) {
        return policy.name().toLowerCase(Locale.ROOT);
    }

    private static CatchUp policy(String text) {
        for (CatchUp policy : CatchUp.values()) {
            if (word(policy).equals(text)) {
                return policy;
            }
        }
        String all =
                Arrays.stream(CatchUp.values())
                        .map(ScheduleReader::word)
                        .collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
                "expected one of %s, got '%s'".formatted(all, Shown.of(text)));
    }

    /// A definition while it is read: every wrong value is noted with its path, and reading goes on.
    private final class Fields {
        private final JsonNode node;
        private final String path;
        private final List<String> problems;

        Fields(JsonNode node, String path, List<String> problems) {
            this.node = node;
            this.path = path;
            this.problems = problems;
        }

        private @Nullable Definition definition() {
            int before = problems.size();
            node.propertyNames().stream().filter(key -> !KEYS.contains(key)).forEach(this::unknown);
            Cron cron = checked("cron", text("cron", null), Cron::parse);
            var zone = checked("zone", text("zone", DEFAULT_ZONE), Timetable::zone);
            CatchUp catchUp =
                    checked("catch_up", text("catch_up", DEFAULT_CATCH_UP), ScheduleReader::policy);
            String template = template();
            return problems.size() > before || cron == null || zone == null || catchUp == null
                    ? null
                    : new Definition(cron.toString(), zone.getId(), catchUp, template);
        }

        private void unknown(String key) {
            String hint =
                    NearestName.to(key, KEYS)
                            .map("did you mean '%s'?"::formatted)
                            .orElse("expected one of " + String.join(", ", KEYS));
            problem(Shown.of(key), "unknown key; " + hint);
        }

        /// @param otherwise what is meant if nothing is said; null if something has to be
        private @Nullable String text(String key, @Nullable String otherwise) {
            JsonNode value = node.get(key);
            if (value == null || value.isNull()) {
                if (otherwise == null) {
                    problem(key, "expected a text, got none");
                }
                return otherwise;
            }
            if (!value.isString()) {
                problem(key, "expected a text, got " + Shown.of(value.toString()));
                return null;
            }
            return value.stringValue();
        }

        /// Runs a constructor of the core, and notes what it says against its argument.
        private <T> @Nullable T checked(
                String key, @Nullable String text, Function<String, T> constructor) {
            try {
                return text == null ? null : constructor.apply(text);
            } catch (IllegalArgumentException e) {
                String said = String.valueOf(e.getMessage());
                problem(key, said.substring(Math.max(0, said.indexOf("expected "))));
                return null;
            }
        }

        private String template() {
            JsonNode run = node.get("run");
            if (run == null || run.isNull()) {
                problem("run", "expected a run as it would be submitted, got none");
                return "";
            }
            String template = run.toString();
            byte[] bytes = template.getBytes(StandardCharsets.UTF_8);
            if (bytes.length > MOST_TEMPLATE_BYTES || !Surrogates.arePaired(template)) {
                problem(
                        "run",
                        "expected at most %d bytes of Unicode".formatted(MOST_TEMPLATE_BYTES));
                return "";
            }
            try {
                var labels = submission(bytes).labels();
                for (String ours : List.of(NAME_LABEL, TICK_LABEL)) {
                    if (labels.containsKey(ours)) {
                        problem(
                                "run.labels." + ours,
                                "expected other labels: this one is set by the schedule");
                    }
                }
            } catch (ProtocolException e) {
                List<String> all =
                        e.problems().isEmpty()
                                ? List.of(String.valueOf(e.getMessage()))
                                : e.problems();
                all.forEach(each -> problems.add(path + "run: " + each));
            }
            return template;
        }

        private void problem(String key, String what) {
            problems.add(path + key + ": " + what);
        }
    }
}
