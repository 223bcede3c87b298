package dev.baton.server.api;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.JobId;
import dev.baton.core.Refusal;
import dev.baton.core.Shown;
import dev.baton.core.Status;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Problem;
import dev.baton.store.Addressed;
import dev.baton.store.Engine;
import dev.baton.store.Reply;
import dev.baton.store.Views.RunView;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Asks for jobs to be ended.
final class Cancels {
    private static final int MOST_REASON_CHARACTERS = 500;
    private static final int CHUNK = 500;

    private final Engine engine;

    Cancels(Engine engine) {
        this.engine = engine;
    }

    /// Cancels one job, and says where that leaves it.
    ObjectNode job(JobId job, Caller by, @Nullable String why) {
        var command = new Command.Cancel(by.name(), reason(why, "JOB_CANCELED"));
        Reply reply = engine.tell(List.of(Addressed.of(job, command))).getFirst();
        var state = reply.state();
        if (state == null) {
            throw Problem.notFound(job.toString()).asException();
        }
        if (reply.decision() instanceof Decision.Refuse refuse) {
            throw refused(job, refuse.reason()).asException();
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", job.toString())
                .put("status", Status.of(state).name());
    }

    /// Cancels whatever of a run is not over, and says how many stand where.
    ObjectNode run(RunView run, Map<JobId, Status> jobs, Caller by, @Nullable String why) {
        var command = new Command.Cancel(by.name(), reason(why, "RUN_CANCELED"));
        var open =
                jobs.entrySet().stream()
                        .filter(job -> !job.getValue().isFinal())
                        .map(job -> Addressed.of(job.getKey(), command))
                        .toList();
        var replies = new ArrayList<Reply>();
        for (int from = 0; from < open.size(); from += CHUNK) {
            replies.addAll(engine.tell(open.subList(from, Math.min(open.size(), from + CHUNK))));
        }
        long canceling =
                replies.stream()
                        .map(Reply::state)
                        .filter(Objects::nonNull)
                        .filter(state -> !Status.of(state).isFinal())
                        .count();
        return JsonNodeFactory.instance
                .objectNode()
                .put("run_id", run.id().toString())
                .put("canceling", canceling)
                .put("canceled", replies.size() - canceling)
                .put("finished_before", jobs.size() - replies.size());
    }

    private static Problem refused(JobId job, Refusal reason) {
        return reason == Refusal.ALREADY_FINISHED
                ? Problem.of(409, "ALREADY_FINISHED", "%s is over".formatted(job))
                : Problem.of(409, reason.name(), "%s cannot be canceled now".formatted(job));
    }

    /// A reason that can be shown.
    static String reason(@Nullable String why, String otherwise) {
        if (why == null || why.isEmpty()) {
            return otherwise;
        }
        if (why.length() > MOST_REASON_CHARACTERS || !why.codePoints().allMatch(Shown::isPlain)) {
            throw Problem.of(
                            400,
                            "INVALID_FIELD",
                            "reason: expected at most %d characters that can be shown"
                                    .formatted(MOST_REASON_CHARACTERS))
                    .with("field", "reason")
                    .asException();
        }
        return why;
    }
}
