package dev.baton.chaos.load;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;

/// A job before it is submitted.
///
/// @param needs the name of the job it needs, or null
/// @param gate the gate that it goes through, or null
/// @param lines how many lines it prints
public record JobDraft(
        String name, JobKind kind, @Nullable String needs, @Nullable String gate, int lines) {

    /// How many jobs of a gate may be held at once.
    public static final int GATE_LIMIT = 2;

    private static final int TRIES = 2;
    private static final int WITHOUT_END = 100;
    private static final int TOLERATED = 1_000;

    /// As it is submitted.
    ///
    /// @param mark what every process of every job carries
    ObjectNode json(Path evidence, String mark) {
        var job = JsonNodeFactory.instance.objectNode();
        job.put("name", name);
        job.putArray("steps").add(kind.script());
        var env = job.putObject("env");
        env.put("CHAOS_EVIDENCE", evidence.toString());
        env.put("CHAOS_MARK", mark);
        env.put("CHAOS_LINES", Integer.toString(lines));
        if (needs != null) {
            job.putArray("needs").add(needs);
        }
        if (gate != null) {
            job.putObject("gate").put("key", gate).put("limit", GATE_LIMIT);
        }
        job.set("retry", retry());
        return job;
    }

    /// Bad luck is borne without end: whatever breaks, no job may fail for it.
    private ObjectNode retry() {
        var retry = JsonNodeFactory.instance.objectNode();
        retry.put("max_attempts", kind == JobKind.BROKEN ? TRIES : WITHOUT_END);
        retry.putArray("retry_on").add("ERROR").add("LOST").add("RELEASED");
        retry.putObject("tolerance")
                .put("losses", TOLERATED)
                .put("unacknowledged", TOLERATED)
                .put("releases", TOLERATED);
        return retry;
    }
}
