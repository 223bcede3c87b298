package dev.baton.cli.runfile;

import dev.baton.cli.run.JobDraft;
import dev.baton.cli.run.RunDraft;
import dev.baton.cli.runfile.Section.Text;
import dev.baton.core.Shown;
import dev.baton.settings.ConfigException;
import dev.baton.settings.UnreadableFile;
import dev.baton.settings.UserEnvironment;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A file of jobs. Everything in it is checked before anything is sent.
public final class RunFile {
    private static final int MOST_BYTES = 256 << 10;
    private static final int MOST_JOBS = 1_000;
    private static final int MOST_SECRETS = 100;

    private final FileErrors errors;
    private final Map<String, String> environment;

    private RunFile(String name, Map<String, String> environment) {
        errors = new FileErrors(name);
        this.environment = environment;
    }

    /// Reads a file.
    ///
    /// @throws ConfigException with everything that is wrong, as `file:line:column: what`
    public static RunDraft read(Path file) {
        byte[] bytes;
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw wrong(file + ": cannot be read: " + UnreadableFile.why(e));
        }
        if (bytes.length > MOST_BYTES) {
            throw wrong("%s: expected at most %d KiB".formatted(file, MOST_BYTES >> 10));
        }
        return read(
                file.toString(),
                new String(bytes, StandardCharsets.UTF_8),
                UserEnvironment.ofThisProcess());
    }

    /// @param environment where the values of secrets come from
    static RunDraft read(String name, String yaml, Map<String, String> environment) {
        return new RunFile(name, environment).read(yaml);
    }

    private RunDraft read(String yaml) {
        Node root = compose(yaml).orElseThrow(() -> wrong("expected jobs, got an empty file"));
        var file = new Section(root, errors);
        Text name = file.text("name");
        var labels = new LinkedHashMap<String, String>();
        file.textMap("labels").forEach((label, text) -> labels.put(label, text.value()));
        Map<String, Text> env = file.textMap("env");
        List<Text> secrets = file.texts("secrets", MOST_SECRETS);
        List<JobSection> sections = sections(file);
        file.refuseOthers();
        NeededJobs.check(sections, errors);
        var jobs = new ArrayList<JobDraft>();
        for (JobSection section : sections) {
            var secretEnv = new LinkedHashMap<String, String>();
            addSecrets(secrets, secretEnv);
            addSecrets(section.secrets(), secretEnv);
            List<String> needed = NeededJobs.instances(section, sections);
            for (var combination : section.matrix().combinations()) {
                if (jobs.size() < MOST_JOBS) {
                    jobs.add(section.draft(combination, needed, env, secretEnv, errors));
                } else {
                    errors.add(section.at(), "expected at most %d jobs".formatted(MOST_JOBS));
                }
            }
        }
        errors.throwIfAny();
        return new RunDraft(name == null ? null : name.value(), labels, jobs);
    }

    private Optional<Node> compose(String yaml) {
        try {
            var settings =
                    LoadSettings.builder()
                            .setAllowDuplicateKeys(true) // noted by us, with the others
                            .setCodePointLimit(MOST_BYTES)
                            .build();
            return new Compose(settings).composeString(yaml);
        } catch (MarkedYamlEngineException e) {
            errors.add(e.getProblemMark(), "expected YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            errors.add(Optional.empty(), "expected YAML: " + e.getMessage());
        } catch (StackOverflowError _) {
            errors.add(Optional.empty(), "expected YAML that is not that deep");
        }
        errors.throwIfAny();
        return Optional.empty();
    }

    private List<JobSection> sections(Section file) {
        Node jobs = file.value("jobs");
        if (jobs == null) {
            errors.add(file.node(), "expected jobs: a mapping of names to jobs");
            return List.of();
        }
        var sections = new ArrayList<JobSection>();
        for (var entry : new Section(jobs, errors).entries()) {
            if (entry.getKey().isBlank() || !entry.getKey().codePoints().allMatch(Shown::isPlain)) {
                errors.add(entry.getValue().getKeyNode(), "expected a name of plain characters");
            }
            var job = new Section(entry.getValue().getValueNode(), errors);
            sections.add(JobSection.read(entry.getKey(), job));
        }
        if (sections.isEmpty()) {
            errors.add(jobs, "expected one job or more, got none");
        }
        return sections;
    }

    private void addSecrets(List<Text> names, Map<String, String> secretEnv) {
        for (Text name : names) {
            String value = environment.get(name.value());
            if (value == null) {
                errors.add(
                        name.at(),
                        "expected a variable %s in your environment to take the secret from"
                                .formatted(Shown.of(name.value())));
            } else {
                secretEnv.put(name.value(), value);
            }
        }
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(List.of(what));
    }
}
