package dev.baton.protocol.submit;

import dev.baton.protocol.Limits;
import dev.baton.protocol.Utf8Length;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;

/// Reads the part of a job that is the runner's business, and makes its `job_spec` of it.
final class SpecReader {
    private static final TextRule PATH = TextRule.name(4 << 10);
    private static final TextRule IMAGE = TextRule.word(512);
    private static final TextRule STEP = TextRule.content(1, 64 << 10);
    private static final TextRule VARIABLE = TextRule.variable(256);
    private static final TextRule VARIABLE_VALUE = TextRule.content(0, 32 << 10);

    /// Names are not quoted here: somebody may have taken a secret for its name.
    private static final TextRule SECRET =
            new TextRule(VARIABLE.expected(), VARIABLE::allows, false);

    private static final TextRule SECRET_VALUE = TextRule.content(1, 32 << 10);
    private static final TextRule TYPE = TextRule.word(64);
    private static final TextRule NAME = TextRule.name(256);
    private static final int MOST_STEPS = 1_000;
    private static final int MOST_VARIABLES = 1_000;
    private static final int MOST_SECRETS = 100;
    private static final int MOST_ARTIFACTS = 100;
    private static final int MOST_CACHES = 32;
    private static final int MOST_CACHE_PATHS = 64;

    static final String BUBBLEWRAP = "bubblewrap";
    private static final TextRule ISOLATION =
            new TextRule(
                    "bubblewrap or none",
                    text -> text.equals(BUBBLEWRAP) || text.equals("none"),
                    true);

    static final String NO_NETWORK = "none";
    private static final TextRule NETWORK =
            new TextRule(
                    "none or machine",
                    text -> text.equals(NO_NETWORK) || text.equals("machine"),
                    true);

    private final ObjectCursor job;
    private final ObjectNode spec = JsonNodeFactory.instance.objectNode();

    private SpecReader(ObjectCursor job) {
        this.job = job;
    }

    /// The `job_spec` of a job.
    static String read(ObjectCursor job, String name, FunctionReader.@Nullable Call call) {
        return new SpecReader(job).spec(name, call);
    }

    /// Whether the job is to run in a box of its own. Asked for twice, as it is a matter of the runner and of the queue.
    static boolean isIsolated(ObjectCursor job) {
        JsonNode value = job.value("isolation");
        return value != null && value.isString() && value.stringValue().equals(BUBBLEWRAP);
    }

    /// Whether the job is to be kept from the network.
    static boolean isWithoutNetwork(ObjectCursor job) {
        JsonNode value = job.value("network");
        return value != null && value.isString() && value.stringValue().equals(NO_NETWORK);
    }

    /// What kind of work the job is, or null, and a problem, if that cannot be said.
    static @Nullable JobKind kind(ObjectCursor job) {
        boolean function = job.has("function");
        boolean steps = job.has("steps");
        boolean image = job.has("image");
        if (function && (steps || image)) {
            job.problem("function", "expected either a function, or steps and an image, got both");
            return null;
        }
        if (!function && !steps && !image) {
            job.problem("", "expected steps, an image or a function, got none of them");
            return null;
        }
        return function ? JobKind.FUNCTION : steps ? JobKind.STEPS : JobKind.IMAGE;
    }

    private String spec(String name, FunctionReader.@Nullable Call call) {
        spec.put("name", name);
        job.text("isolation", ISOLATION); // for what is wrong with it
        job.text("network", NETWORK);
        put(spec, "workdir", job.text("workdir", PATH));
        put(spec, "image", job.text("image", IMAGE));
        putAll(spec, "steps", job.texts("steps", 1, MOST_STEPS, STEP));
        var env = job.map("env", MOST_VARIABLES, VARIABLE, VARIABLE_VALUE);
        if (!env.isEmpty()) {
            env.forEach(spec.putObject("env")::put);
        }
        var secrets = job.map("secret_env", MOST_SECRETS, SECRET, SECRET_VALUE);
        if (!secrets.isEmpty()) {
            secrets.forEach(spec.putObject("secret_env")::put);
            secrets.forEach((variable, value) -> checkSecret(variable, value, env));
        }
        JsonNode workspace = job.object("workspace", WorkspaceReader::read);
        if (workspace != null) {
            spec.set("workspace", workspace);
        }
        if (isIsolated(job)) {
            spec.put("isolation", BUBBLEWRAP);
        }
        if (isWithoutNetwork(job)) {
            putNoNetwork(workspace);
        }
        putObjects("artifacts", job.list("artifacts", 0, MOST_ARTIFACTS, this::artifact));
        putObjects("caches", job.list("caches", 0, MOST_CACHES, this::cache));
        if (call != null) {
            spec.set("function", call.spec());
        }
        String json = spec.toString();
        int arguments = call == null ? 0 : arguments(call, json.length());
        if (json.length() - arguments > Limits.MOST_JOB_SPEC_CHARACTERS) {
            job.problem(
                    "",
                    "expected a job_spec of at most %d characters, got %d"
                            .formatted(Limits.MOST_JOB_SPEC_CHARACTERS, json.length() - arguments));
        }
        return json;
    }

    /// Checks the size of the arguments of a call.
    ///
    /// @return how many characters of the spec are theirs; 0 if there is no need to know
    private int arguments(FunctionReader.Call call, int specCharacters) {
        if (specCharacters <= Limits.MAX_CALL_VALUE_BYTES / 3) {
            return 0;
        }
        String args = call.spec().path("args").toString();
        String kwargs = call.spec().path("kwargs").toString();
        long bytes = Utf8Length.of(args) + Utf8Length.of(kwargs);
        if (bytes > Limits.MAX_CALL_VALUE_BYTES) {
            job.problem(
                    "function",
                    "expected args and kwargs of at most %d bytes of JSON together, got %d"
                            .formatted(Limits.MAX_CALL_VALUE_BYTES, bytes));
        }
        return args.length() + kwargs.length();
    }

    private void checkSecret(String variable, String value, Map<String, String> env) {
        if (env.containsKey(variable)) {
            job.problem("secret_env." + variable, "is in env too");
        }
        if (value.equals(SubmissionWriter.HIDDEN_SECRET)) {
            job.problem(
                    "secret_env." + variable,
                    "expected the value of the secret, got the *** that is shown instead of it");
        }
    }

    private void putNoNetwork(@Nullable JsonNode workspace) {
        spec.put("network", NO_NETWORK);
        if (!isIsolated(job)) {
            job.problem(
                    "network",
                    "expected \"isolation\": \"bubblewrap\" with it: a process of the machine has its network");
        }
        if (workspace != null && workspace.has("git")) {
            job.problem(
                    "network",
                    "expected a workspace that is uploaded: git would need the network to fetch one");
        }
    }

    private @Nullable ObjectNode artifact(JsonNode value, String path) {
        return job.element(
                value,
                path,
                in -> {
                    var artifact = JsonNodeFactory.instance.objectNode();
                    artifact.put("type", in.requiredText("type", TYPE));
                    artifact.put("path_glob", in.requiredText("path_glob", PATH));
                    put(artifact, "name", in.text("name", NAME));
                    return artifact;
                });
    }

    private @Nullable ObjectNode cache(JsonNode value, String path) {
        return job.element(
                value,
                path,
                in -> {
                    var cache = JsonNodeFactory.instance.objectNode();
                    cache.put("type", in.requiredText("type", TYPE));
                    cache.put("key", in.requiredText("key", NAME));
                    if (!in.has("paths")) {
                        in.problem("paths", "expected an array of paths, got none");
                    }
                    putAll(cache, "paths", in.texts("paths", 1, MOST_CACHE_PATHS, PATH));
                    return cache;
                });
    }

    private static void put(ObjectNode target, String key, @Nullable String value) {
        if (value != null) {
            target.put(key, value);
        }
    }

    private static void putAll(ObjectNode target, String key, List<String> values) {
        if (!values.isEmpty()) {
            values.forEach(target.putArray(key)::add);
        }
    }

    private void putObjects(String key, List<ObjectNode> values) {
        if (!values.isEmpty()) {
            spec.putArray(key).addAll(values);
        }
    }
}
