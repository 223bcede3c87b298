package dev.baton.runner.spec;

import dev.baton.core.Shown;
import dev.baton.runner.spec.StepsSpec.ArtifactSpec;
import dev.baton.runner.spec.StepsSpec.CacheSpec;
import dev.baton.runner.spec.StepsSpec.Source;
import dev.baton.sandbox.Isolation;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads a job_spec. Fields that it does not know are ignored; what it needs and cannot read is a [BadSpecException].
public final class StepsSpecReader {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,255}");
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    private StepsSpecReader() {}

    public static StepsSpec read(String json) throws BadSpecException {
        JsonNode spec = SpecTree.of(json);
        refuseOtherKinds(spec);
        List<String> steps = texts(spec, "steps");
        if (steps.isEmpty()) {
            throw new BadSpecException("steps: expected at least one step, got none");
        }
        return new StepsSpec(
                text(spec, "name", "job"),
                workdir(text(spec, "workdir", ".")),
                steps,
                variables(spec, "env"),
                variables(spec, "secret_env"),
                new StepsSpec.Files(source(spec), artifacts(spec), caches(spec)),
                isolation(text(spec, "isolation", "none"), text(spec, "network", "machine")));
    }

    private static void refuseOtherKinds(JsonNode spec) throws BadSpecException {
        for (String kind : List.of("image", "function")) {
            if (spec.has(kind)) {
                throw new BadSpecException(
                        "this runner executes steps on its own machine, and no %s".formatted(kind));
            }
        }
    }

    private static String workdir(String text) throws BadSpecException {
        Path path = Path.of(text).normalize();
        if (path.isAbsolute() || path.startsWith("..")) {
            throw new BadSpecException(
                    "workdir: expected a path inside the workspace, got '%s'"
                            .formatted(Shown.of(text)));
        }
        return path.toString().isEmpty() ? "." : path.toString();
    }

    private static Isolation isolation(String text, String network) throws BadSpecException {
        boolean connected =
                switch (network) {
                    case "machine" -> true;
                    case "none" -> false;
                    default ->
                            throw new BadSpecException(
                                    "network: expected none or machine, got '%s'"
                                            .formatted(Shown.of(network)));
                };
        return switch (text) {
            case "none" -> {
                if (!connected) {
                    throw new BadSpecException(
                            "network: expected isolation bubblewrap with network none, got isolation none");
                }
                yield Isolation.PROCESS;
            }
            case "bubblewrap" -> connected ? Isolation.BUBBLEWRAP : Isolation.NO_NETWORK;
            default ->
                    throw new BadSpecException(
                            "isolation: expected none or bubblewrap, got '%s'"
                                    .formatted(Shown.of(text)));
        };
    }

    private static Optional<Source> source(JsonNode spec) throws BadSpecException {
        JsonNode workspace = spec.path("workspace");
        if (workspace.isMissingNode()) {
            return Optional.empty();
        }
        if (workspace.has("tree")) {
            String digest = text(workspace, "tree", "");
            if (!DIGEST.matcher(digest).matches()) {
                throw new BadSpecException(
                        "workspace.tree: expected sha256:<hex>, got something else");
            }
            return Optional.of(new Source.TreeSource(digest));
        }
        JsonNode git = workspace.path("git");
        String url = text(git, "url", "");
        String commit = text(git, "commit", "HEAD");
        if (url.isEmpty() || url.startsWith("-") || commit.isEmpty() || commit.startsWith("-")) {
            throw new BadSpecException("workspace: expected a tree, or git with url and commit");
        }
        return Optional.of(new Source.GitSource(url, commit));
    }

    private static List<ArtifactSpec> artifacts(JsonNode spec) throws BadSpecException {
        var artifacts = new ArrayList<ArtifactSpec>();
        for (JsonNode artifact : array(spec, "artifacts")) {
            artifacts.add(
                    new ArtifactSpec(
                            text(artifact, "type", "file"),
                            text(artifact, "path_glob", ""),
                            text(artifact, "name", "")));
        }
        return List.copyOf(artifacts);
    }

    private static List<CacheSpec> caches(JsonNode spec) throws BadSpecException {
        var caches = new ArrayList<CacheSpec>();
        for (JsonNode cache : array(spec, "caches")) {
            caches.add(
                    new CacheSpec(
                            text(cache, "type", "cache"),
                            text(cache, "key", ""),
                            texts(cache, "paths")));
        }
        return List.copyOf(caches);
    }

    private static JsonNode array(JsonNode object, String key) throws BadSpecException {
        JsonNode value = object.path(key);
        if (!value.isMissingNode() && !value.isArray()) {
            throw new BadSpecException("%s: expected an array, got something else".formatted(key));
        }
        return value;
    }

    private static List<String> texts(JsonNode object, String key) throws BadSpecException {
        var texts = new ArrayList<String>();
        for (JsonNode value : array(object, key)) {
            texts.add(checked(value, key));
        }
        return List.copyOf(texts);
    }

    private static String text(JsonNode object, String key, String other) throws BadSpecException {
        JsonNode value = object.path(key);
        return value.isMissingNode() || value.isNull() ? other : checked(value, key);
    }

    private static Map<String, String> variables(JsonNode spec, String key)
            throws BadSpecException {
        JsonNode object = spec.path(key);
        if (!object.isMissingNode() && !object.isObject()) {
            throw new BadSpecException("%s: expected an object, got something else".formatted(key));
        }
        var variables = new LinkedHashMap<String, String>();
        for (var entry : object.properties()) {
            if (!VARIABLE.matcher(entry.getKey()).matches()) {
                throw new BadSpecException(
                        "%s: expected the name of a variable, got '%s'"
                                .formatted(key, Shown.of(entry.getKey())));
            }
            variables.put(entry.getKey(), checked(entry.getValue(), key + "." + entry.getKey()));
        }
        return Map.copyOf(variables);
    }

    /// A text that a process can be given: the value is not quoted, it may be a secret.
    private static String checked(JsonNode value, String key) throws BadSpecException {
        if (!value.isString() || value.stringValue().indexOf('\0') >= 0) {
            throw new BadSpecException("%s: expected text, got something else".formatted(key));
        }
        return value.stringValue();
    }
}
