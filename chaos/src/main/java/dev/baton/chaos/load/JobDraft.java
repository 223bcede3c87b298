package dev.baton.chaos.load;

import dev.baton.chaos.load.JobKind.Fate;
import dev.baton.chaos.load.Work.Call;
import dev.baton.chaos.load.Work.Script;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A job before it is submitted.
///
/// @param needs the name of the job it needs, or null
/// @param gate the gate that it goes through, or null
/// @param number which its kind makes something of: how many lines it prints, with what a function is called, which key it has
public record JobDraft(
        String name, JobKind kind, @Nullable String needs, @Nullable String gate, int number) {

    /// How many jobs of a gate may be held at once.
    public static final int GATE_LIMIT = 2;

    private static final int KEYS = 2;
    private static final int TRIES = 2;
    private static final int WITHOUT_END = 100;
    private static final int TOLERATED = 1_000;

    /// How many lines it prints.
    public int lines() {
        return number;
    }

    /// The key that no other job has while it is not over; null if it needs none.
    public @Nullable String uniqueKey() {
        return kind == JobKind.CALL_ONCE ? "key-" + number % KEYS : null;
    }

    /// As it is submitted.
    ObjectNode json(Traces traces) {
        var job = JsonNodeFactory.instance.objectNode();
        job.put("name", name);
        switch (kind.work()) {
            case Script script -> add(script, traces, job);
            case Call call -> add(call, job);
        }
        if (needs != null) {
            job.putArray("needs").add(needs);
        }
        if (gate != null) {
            job.putObject("gate").put("key", gate).put("limit", GATE_LIMIT);
        }
        if (uniqueKey() != null) {
            job.put("unique_key", uniqueKey());
        }
        job.set("retry", retry());
        return job;
    }

    private void add(Script script, Traces traces, ObjectNode job) {
        job.putArray("steps").add(script.whole());
        var env = job.putObject("env");
        env.put("CHAOS_EVIDENCE", traces.evidence().toString());
        env.put("CHAOS_MARK", traces.mark());
        env.put("CHAOS_LINES", Integer.toString(lines()));
    }

    private void add(Call call, ObjectNode job) {
        var function = job.putObject("function");
        function.put("name", call.function());
        function.putArray("args").addPOJO(call.argument(number));
        job.put("max_runtime_seconds", call.seconds());
    }

    /// Bad luck is borne without end: whatever breaks, no job may fail for it.
    private ObjectNode retry() {
        var retry = JsonNodeFactory.instance.objectNode();
        retry.put("max_attempts", kind.fate() == Fate.FAILS ? TRIES : WITHOUT_END);
        var endings = retry.putArray("retry_on").add("ERROR").add("LOST").add("RELEASED");
        if (kind.isCall()) {
            endings.add("RETRY").add("TIMED_OUT");
            retry.putObject("backoff").put("first_seconds", 0.1).put("most_seconds", 0.5);
        }
        retry.putObject("tolerance")
                .put("losses", TOLERATED)
                .put("unacknowledged", TOLERATED)
                .put("releases", TOLERATED);
        return retry;
    }
}
