package dev.baton.cli.run;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A job that is about to be submitted.
///
/// @param secretEnv variables that nobody but the job may see
/// @param requirement tags that a runner has to offer
/// @param extra what few jobs have
public record JobDraft(
        String name,
        List<String> steps,
        List<String> needs,
        Map<String, String> env,
        Map<String, String> secretEnv,
        List<String> requirement,
        Extra extra) {
    private static final List<String> WORK_FAILED = List.of("ERROR", "TIMED_OUT");
    private static final List<String> MACHINE_FAILED = List.of("LOST", "RELEASED");

    public JobDraft {
        steps = List.copyOf(steps);
        needs = List.copyOf(needs);
        requirement = List.copyOf(requirement);
    }

    /// The same job, whose first step reads the standard input that travels with the workspace.
    public JobDraft readingStandardInput() {
        var connected = new ArrayList<>(steps);
        connected.set(0, StandardInput.connected(steps.getFirst()));
        return new JobDraft(name, connected, needs, env, secretEnv, requirement, extra);
    }

    /// What few jobs have; each may be missing.
    ///
    /// @param retries how often the work itself is tried again
    public record Extra(
            @Nullable String workdir,
            @Nullable String image,
            BoxDraft box,
            @Nullable GateDraft gate,
            @Nullable Duration timeout,
            @Nullable Integer retries,
            @Nullable Integer priority,
            List<ArtifactDraft> artifacts,
            List<CacheDraft> caches) {
        public static final Extra NONE =
                new Extra(null, null, BoxDraft.NONE, null, null, null, null, List.of(), List.of());

        public Extra {
            artifacts = List.copyOf(artifacts);
            caches = List.copyOf(caches);
        }
    }

    /// How far a job is kept away from its machine.
    ///
    /// @param network `none` for a job that must not reach any
    public record BoxDraft(@Nullable String isolation, @Nullable String network) {
        public static final BoxDraft NONE = new BoxDraft(null, null);
    }

    /// At most so many jobs with this key are in flight at once.
    public record GateDraft(String key, int limit) {}

    /// Files to keep.
    public record ArtifactDraft(String type, String glob, @Nullable String name) {}

    /// Directories to find again the next time.
    public record CacheDraft(String type, String key, List<String> paths) {
        public CacheDraft {
            paths = List.copyOf(paths);
        }
    }

    /// As `POST /v1/runs` wants it.
    ObjectNode json(Workspace workspace) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("name", name);
        steps.forEach(json.putArray("steps")::add);
        if (!needs.isEmpty()) {
            needs.forEach(json.putArray("needs")::add);
        }
        putMap(json, "env", env);
        putMap(json, "secret_env", secretEnv);
        if (!requirement.isEmpty()) {
            requirement.forEach(json.putObject("requirement").putArray("tags")::add);
        }
        workspace.addTo(json);
        addExtra(json);
        return json;
    }

    private void addExtra(ObjectNode json) {
        put(json, "workdir", extra.workdir());
        put(json, "image", extra.image());
        put(json, "isolation", extra.box().isolation());
        put(json, "network", extra.box().network());
        GateDraft gate = extra.gate();
        if (gate != null) {
            json.putObject("gate").put("key", gate.key()).put("limit", gate.limit());
        }
        Duration timeout = extra.timeout();
        if (timeout != null) {
            json.put("max_runtime_seconds", timeout.toMillis() / 1000.0);
        }
        if (extra.priority() != null) {
            json.put("priority", extra.priority());
        }
        Integer retries = extra.retries();
        if (retries != null) {
            var retry = json.putObject("retry").put("max_attempts", retries + 1);
            var endings = retry.putArray("retry_on");
            WORK_FAILED.forEach(endings::add);
            MACHINE_FAILED.forEach(endings::add);
        }
        if (!extra.artifacts().isEmpty()) {
            var artifacts = json.putArray("artifacts");
            for (ArtifactDraft artifact : extra.artifacts()) {
                var one = artifacts.addObject();
                one.put("type", artifact.type()).put("path_glob", artifact.glob());
                put(one, "name", artifact.name());
            }
        }
        if (!extra.caches().isEmpty()) {
            var caches = json.putArray("caches");
            for (CacheDraft cache : extra.caches()) {
                var one = caches.addObject();
                one.put("type", cache.type()).put("key", cache.key());
                cache.paths().forEach(one.putArray("paths")::add);
            }
        }
    }

    private static void putMap(ObjectNode json, String key, Map<String, String> values) {
        if (!values.isEmpty()) {
            values.forEach(json.putObject(key)::put);
        }
    }

    private static void put(ObjectNode json, String key, @Nullable String value) {
        if (value != null) {
            json.put(key, value);
        }
    }

    /// Without the values of variables.
    @Override
    public String toString() {
        return "JobDraft[name=%s, needs=%s]".formatted(name, needs);
    }
}
