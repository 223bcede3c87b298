package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.core.NearestName;
import dev.baton.core.Shown;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Why no runner can take a job as things stand, for the one who waits for it.
final class MissingRunner {
    private static final String EXECUTOR = "executor=";
    private static final int MAX_NAMED = 20;

    private MissingRunner() {}

    /// Looks at the connected runners.
    ///
    /// @param job as the orchestrator shows it
    /// @return nothing if one of them offers what the job asks for: it may just be busy
    static Optional<String> of(Remote remote, JsonNode job) throws ClientException {
        Set<String> wanted = texts(job.path("requirement"));
        var offered = new TreeSet<String>();
        boolean anyone = false;
        for (JsonNode runner : remote.get("/v1/runners").path("runners")) {
            if (runner.path("connected").asBoolean(true)) {
                anyone = true;
                Set<String> offers = texts(runner.path("capabilities"));
                if (offers.containsAll(wanted)) {
                    return Optional.empty();
                }
                offered.addAll(offers);
            }
        }
        return Optional.of(
                anyone
                        ? explained(wanted, offered)
                        : "no runner is connected to %s; waiting for one. `baton runner` starts one"
                                .formatted(remote.server()));
    }

    private static String explained(Set<String> wanted, Set<String> offered) {
        var missing = new ArrayList<>(wanted);
        missing.removeAll(offered);
        Optional<String> executor =
                missing.stream().filter(tag -> tag.startsWith(EXECUTOR)).findFirst();
        if (executor.isPresent()) {
            return withoutExecutor(executor.get().substring(EXECUTOR.length()), offered);
        }
        return missing.isEmpty()
                ? "no runner offers all of %s; waiting for one. `baton runners` shows what they offer"
                        .formatted(String.join(", ", wanted))
                : "no runner offers %s%s; waiting for one. `baton runners` shows what they offer"
                        .formatted(
                                String.join(", ", missing), nearest(missing.getFirst(), offered));
    }

    private static String withoutExecutor(String name, Set<String> offered) {
        List<String> executors =
                offered.stream()
                        .filter(tag -> tag.startsWith(EXECUTOR))
                        .map(tag -> tag.substring(EXECUTOR.length()))
                        .limit(MAX_NAMED)
                        .toList();
        return "no connected runner has the executor '%s'%s; waiting for one. %s"
                .formatted(
                        Shown.of(name),
                        nearest(name, executors),
                        executors.isEmpty()
                                ? "None has any: `baton runner --executors FILE` starts one"
                                : "There are: " + Shown.of(String.join(", ", executors)));
    }

    private static String nearest(String name, Collection<String> known) {
        return NearestName.to(name, known)
                .map(nearest -> " (did you mean %s?)".formatted(Shown.of(nearest)))
                .orElse("");
    }

    private static Set<String> texts(JsonNode array) {
        return array.valueStream()
                .map(JsonNode::asString)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
