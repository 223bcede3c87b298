package dev.baton.cli;

import dev.baton.cli.run.JobDraft;
import dev.baton.cli.run.JobDraft.ArtifactDraft;
import dev.baton.cli.run.JobDraft.BoxDraft;
import dev.baton.cli.run.JobDraft.CacheDraft;
import dev.baton.cli.run.JobDraft.Extra;
import dev.baton.cli.run.JobDraft.GateDraft;
import dev.baton.cli.run.ShellQuoting;
import dev.baton.core.Shown;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingReader;
import dev.baton.settings.UserEnvironment;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The options that describe a job of one command.
final class JobOptions {
    static final String NAMES =
            "--name, --env, --secret, --tag, --isolation, --no-network, --gate, --timeout, --priority, --retries, --artifact, --cache";
    private static final int MOST_NAME_CHARACTERS = 100;
    private static final String BUBBLEWRAP = "bubblewrap";

    @Option(names = "--name", paramLabel = "NAME", description = "what the job is called")
    private @Nullable String name;

    @Option(
            names = {"-e", "--env"},
            paramLabel = "NAME[=VALUE]",
            description = "set a variable; without a value, to what it is here")
    private List<String> env = new ArrayList<>();

    @Option(
            names = "--secret",
            paramLabel = "NAME[=VALUE]",
            description = "the same, but never shown: masked in the log, left out of every answer")
    private List<String> secrets = new ArrayList<>();

    @Option(
            names = "--tag",
            paramLabel = "TAG",
            description = "only on a runner that offers it, such as os=linux; repeatable")
    private List<String> tags = new ArrayList<>();

    @Option(
            names = "--isolation",
            paramLabel = "KIND",
            description =
                    "bubblewrap: nothing but the workspace to write to, no other processes to see; with network, unless --no-network")
    private @Nullable String isolation;

    @Option(
            names = "--no-network",
            description =
                    "nothing but a loopback interface of its own; with --isolation bubblewrap, which is implied")
    private boolean noNetwork;

    @Option(
            names = "--gate",
            paramLabel = "KEY=LIMIT",
            description = "at most so many jobs with this key run at once, such as deploy=1")
    private @Nullable String gate;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "end it after so long, such as 90s, 10m, 2h")
    private @Nullable String timeout;

    @Option(names = "--priority", paramLabel = "N", description = "higher goes first (0)")
    private @Nullable Integer priority;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "try again so often if it fails (0; a lost runner is always retried)")
    private @Nullable Integer retries;

    @Option(
            names = "--artifact",
            paramLabel = "TYPE=GLOB",
            description = "keep these files, such as junit='**/TEST-*.xml'; repeatable")
    private List<String> artifacts = new ArrayList<>();

    @Option(
            names = "--cache",
            paramLabel = "KEY=PATH[,PATH]",
            description = "find these directories again next time, such as 'deps-{lock_hash}=.m2'")
    private List<String> caches = new ArrayList<>();

    /// Whether any of them was used.
    boolean isGiven() {
        return name != null
                || isolation != null
                || noNetwork
                || gate != null
                || timeout != null
                || priority != null
                || retries != null
                || !Stream.of(env, secrets, tags, artifacts, caches).allMatch(List::isEmpty);
    }

    /// The job that runs a command.
    ///
    /// @throws ConfigException with everything that is wrong
    JobDraft draft(List<String> command) {
        var errors = new ArrayList<String>();
        Duration limit = null;
        if (timeout != null) {
            limit = SettingReader.parseDuration(timeout).orElse(null);
            if (limit == null || limit.isZero()) {
                errors.add(
                        "--timeout: expected a duration such as 90s, 10m or 2h, got '%s'"
                                .formatted(Shown.of(timeout)));
            }
        }
        if (retries != null && retries < 0) {
            errors.add("--retries: expected 0 or more, got " + retries);
        }
        var extra =
                new Extra(
                        null,
                        null,
                        box(errors),
                        gateDraft(errors),
                        limit,
                        retries,
                        priority,
                        artifactDrafts(errors),
                        cacheDrafts(errors));
        var draft =
                new JobDraft(
                        name == null ? nameOf(command.getFirst()) : name,
                        List.of(ShellQuoting.command(command)),
                        List.of(),
                        variables("--env", env, errors),
                        variables("--secret", secrets, errors),
                        tags,
                        extra);
        if (!errors.isEmpty()) {
            throw new ConfigException(errors);
        }
        return draft;
    }

    private BoxDraft box(List<String> errors) {
        if (!noNetwork) {
            return new BoxDraft(isolation, null);
        }
        if (isolation != null && !isolation.equals(BUBBLEWRAP)) {
            errors.add(
                    "--no-network: expected --isolation bubblewrap with it, got '%s': without a box a job has the network of its machine"
                            .formatted(Shown.of(isolation)));
        }
        return new BoxDraft(BUBBLEWRAP, "none");
    }

    private @Nullable GateDraft gateDraft(List<String> errors) {
        if (gate == null) {
            return null;
        }
        int equals = gate.lastIndexOf('=');
        try {
            int limit = Integer.parseInt(gate.substring(equals + 1));
            if (equals > 0 && limit > 0) {
                return new GateDraft(gate.substring(0, equals), limit);
            }
        } catch (NumberFormatException _) {
            // said below
        }
        errors.add(
                "--gate: expected KEY=LIMIT such as deploy=1, got '%s'".formatted(Shown.of(gate)));
        return null;
    }

    private static String nameOf(String command) {
        Path file = Path.of(command).getFileName();
        String name = file == null ? command : file.toString();
        var plain = new StringBuilder();
        name.codePoints()
                .filter(Shown::isPlain)
                .limit(MOST_NAME_CHARACTERS)
                .forEach(plain::appendCodePoint);
        return plain.toString().isBlank() ? "run" : plain.toString().strip();
    }

    /// Errors name the variable and never its value.
    private static Map<String, String> variables(
            String option, List<String> given, List<String> errors) {
        Map<String, String> here = UserEnvironment.ofThisProcess();
        var variables = new LinkedHashMap<String, String>();
        for (String variable : given) {
            int equals = variable.indexOf('=');
            String key = equals < 0 ? variable : variable.substring(0, equals);
            String value = equals < 0 ? here.get(key) : variable.substring(equals + 1);
            if (value == null) {
                errors.add(
                        "%s: expected a value, or a variable %s here to take it from"
                                .formatted(option, Shown.of(key)));
            } else {
                variables.put(key, value);
            }
        }
        return variables;
    }

    private List<ArtifactDraft> artifactDrafts(List<String> errors) {
        var drafts = new ArrayList<ArtifactDraft>();
        for (String artifact : artifacts) {
            int equals = artifact.indexOf('=');
            if (equals < 1 || equals == artifact.length() - 1) {
                errors.add(
                        "--artifact: expected TYPE=GLOB such as junit='**/*.xml', got '%s'"
                                .formatted(Shown.of(artifact)));
            } else {
                drafts.add(
                        new ArtifactDraft(
                                artifact.substring(0, equals),
                                artifact.substring(equals + 1),
                                null));
            }
        }
        return drafts;
    }

    private List<CacheDraft> cacheDrafts(List<String> errors) {
        var drafts = new ArrayList<CacheDraft>();
        for (String cache : caches) {
            int equals = cache.lastIndexOf('=');
            if (equals < 1 || equals == cache.length() - 1) {
                errors.add(
                        "--cache: expected KEY=PATH[,PATH] such as deps-{lock_hash}=.m2, got '%s'"
                                .formatted(Shown.of(cache)));
            } else {
                drafts.add(
                        new CacheDraft(
                                "dir",
                                cache.substring(0, equals),
                                List.of(cache.substring(equals + 1).split(","))));
            }
        }
        return drafts;
    }
}
