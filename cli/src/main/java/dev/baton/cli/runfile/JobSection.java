package dev.baton.cli.runfile;

import dev.baton.cli.run.JobDraft;
import dev.baton.cli.run.JobDraft.ArtifactDraft;
import dev.baton.cli.run.JobDraft.BoxDraft;
import dev.baton.cli.run.JobDraft.CacheDraft;
import dev.baton.cli.run.JobDraft.Extra;
import dev.baton.cli.run.JobDraft.GateDraft;
import dev.baton.cli.runfile.Matrix.Combination;
import dev.baton.cli.runfile.Section.Text;
import dev.baton.core.Gate;
import dev.baton.core.Shown;
import dev.baton.settings.SettingReader;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One job of a file. It becomes as many jobs as its matrix has combinations.
///
/// @param secrets names of variables whose values come from the environment of the one who submits
record JobSection(
        String name,
        Node at,
        Matrix matrix,
        List<Text> steps,
        List<Text> needs,
        Map<String, Text> env,
        List<Text> secrets,
        Settings settings) {
    private static final int MOST_STEPS = 1_000;
    private static final int MOST_NEEDS = 1_000;
    private static final int MOST_TAGS = 32;
    private static final int MOST_SECRETS = 100;
    private static final int MOST_ARTIFACTS = 100;
    private static final int MOST_CACHES = 32;
    private static final int MOST_CACHE_PATHS = 64;
    private static final int MOST_RETRIES = 100;
    private static final int HIGHEST_PRIORITY = 1_000_000;

    /// What few jobs have.
    record Settings(
            @Nullable Text workdir,
            @Nullable Text image,
            @Nullable Text isolation,
            @Nullable Text network,
            @Nullable GateSection gate,
            @Nullable Duration timeout,
            @Nullable Integer retries,
            @Nullable Integer priority,
            List<Text> tags,
            List<Artifact> artifacts,
            List<Cache> caches) {}

    record GateSection(Text key, int limit) {}

    record Artifact(String type, Text glob, @Nullable Text name) {}

    record Cache(String type, Text key, List<Text> paths) {}

    static JobSection read(String name, Section job) {
        FileErrors errors = job.errors();
        List<Text> steps = job.texts("steps", MOST_STEPS);
        Text image = job.text("image");
        if (steps.isEmpty() && image == null) {
            errors.add(job.node(), "expected steps: what is there to do?");
        }
        var read =
                new JobSection(
                        name,
                        job.node(),
                        Matrix.read(job),
                        steps,
                        job.texts("needs", MOST_NEEDS),
                        job.textMap("env"),
                        job.texts("secrets", MOST_SECRETS),
                        new Settings(
                                job.text("workdir"),
                                image,
                                job.text("isolation"),
                                job.text("network"),
                                gate(job),
                                duration(job),
                                number(job, "retries", 0, MOST_RETRIES),
                                number(job, "priority", -HIGHEST_PRIORITY, HIGHEST_PRIORITY),
                                job.texts("tags", MOST_TAGS),
                                job.list(
                                        "artifacts",
                                        MOST_ARTIFACTS,
                                        node -> artifact(new Section(node, errors))),
                                job.list(
                                        "caches",
                                        MOST_CACHES,
                                        node -> cache(new Section(node, errors)))));
        job.refuseOthers();
        return read;
    }

    /// The job for one combination.
    ///
    /// @param needed the names of the jobs that have to succeed first
    JobDraft draft(
            Combination combination,
            List<String> needed,
            Map<String, Text> sharedEnv,
            Map<String, String> secretEnv,
            FileErrors errors) {
        var variables = new LinkedHashMap<String, String>();
        sharedEnv.forEach((key, text) -> variables.put(key, text.value()));
        variables.putAll(combination.variables());
        env.forEach((key, text) -> variables.put(key, combination.fill(text, errors)));
        return new JobDraft(
                combination.name(name),
                combination.fillAll(steps, errors),
                needed,
                variables,
                secretEnv,
                combination.fillAll(settings.tags(), errors),
                new Extra(
                        combination.fillOrNull(settings.workdir(), errors),
                        combination.fillOrNull(settings.image(), errors),
                        new BoxDraft(
                                combination.fillOrNull(settings.isolation(), errors),
                                combination.fillOrNull(settings.network(), errors)),
                        gate(combination, errors),
                        settings.timeout(),
                        settings.retries(),
                        settings.priority(),
                        settings.artifacts().stream()
                                .map(
                                        artifact ->
                                                new ArtifactDraft(
                                                        artifact.type(),
                                                        combination.fill(artifact.glob(), errors),
                                                        combination.fillOrNull(
                                                                artifact.name(), errors)))
                                .toList(),
                        settings.caches().stream()
                                .map(
                                        cache ->
                                                new CacheDraft(
                                                        cache.type(),
                                                        combination.fill(cache.key(), errors),
                                                        combination.fillAll(cache.paths(), errors)))
                                .toList()));
    }

    private @Nullable GateDraft gate(Combination combination, FileErrors errors) {
        GateSection gate = settings.gate();
        return gate == null
                ? null
                : new GateDraft(combination.fill(gate.key(), errors), gate.limit());
    }

    private static @Nullable GateSection gate(Section job) {
        Node node = job.value("gate");
        if (node == null) {
            return null;
        }
        var gate = new Section(node, job.errors());
        Text key = gate.text("key");
        Integer limit = number(gate, "limit", 1, Gate.HIGHEST_LIMIT);
        if (node instanceof MappingNode && (key == null || gate.value("limit") == null)) {
            job.errors().add(node, "expected a key and a limit, such as {key: deploy, limit: 1}");
        }
        gate.refuseOthers();
        return key == null || limit == null ? null : new GateSection(key, limit);
    }

    private static @Nullable Artifact artifact(Section artifact) {
        Text type = artifact.text("type");
        Text glob = artifact.text("path_glob");
        Text name = artifact.text("name");
        if (glob == null) {
            artifact.errors().add(artifact.node(), "expected path_glob: which files?");
        }
        artifact.refuseOthers();
        return glob == null ? null : new Artifact(type == null ? "file" : type.value(), glob, name);
    }

    private static @Nullable Cache cache(Section cache) {
        Text type = cache.text("type");
        Text key = cache.text("key");
        List<Text> paths = cache.texts("paths", MOST_CACHE_PATHS);
        if (key == null || paths.isEmpty()) {
            cache.errors().add(cache.node(), "expected a key and paths");
        }
        cache.refuseOthers();
        return key == null || paths.isEmpty()
                ? null
                : new Cache(type == null ? "dir" : type.value(), key, paths);
    }

    private static @Nullable Duration duration(Section job) {
        Text text = job.text("timeout");
        if (text == null) {
            return null;
        }
        var duration = SettingReader.parseDuration(text.value());
        if (duration.isEmpty() || duration.get().isZero()) {
            job.errors()
                    .add(
                            text.at(),
                            "expected a duration such as 90s, 10m or 2h, got '%s'"
                                    .formatted(Shown.of(text.value())));
        }
        return duration.orElse(null);
    }

    private static @Nullable Integer number(Section job, String name, int least, int most) {
        Text text = job.text(name);
        if (text == null) {
            return null;
        }
        try {
            int number = Integer.parseInt(text.value());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        job.errors()
                .add(
                        text.at(),
                        "expected %d to %d, got '%s'"
                                .formatted(least, most, Shown.of(text.value())));
        return null;
    }
}
