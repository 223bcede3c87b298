package dev.baton.server.api;

import dev.baton.core.Event;
import dev.baton.core.JobId;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.watch.Watch;
import dev.baton.server.watch.Watchers;
import dev.baton.store.Views;
import dev.baton.store.Views.AuditLine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `/v1/jobs/{job}/events` and `/v1/runs/{run}/events`: audit trails as they grow, as server-sent events.
///
/// The id of a job's event is its number in the trail. That of a run's event is its time: who resumes may see some
/// events again and knows them by job and number. The stream ends after the last event there will be.
public final class EventStreams {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(5);
    private static final int CHUNK = 500;

    private final Views views;
    private final Lookup lookup;
    private final Watchers watchers;

    public EventStreams(Views views, Watchers watchers) {
        this.views = views;
        lookup = new Lookup(views);
        this.watchers = watchers;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/jobs/{job}/events", Access.USER, this::ofJob),
                Route.get("/v1/runs/{run}/events", Access.USER, this::ofRun));
    }

    private Answered ofJob(Call call) {
        var view = lookup.job(call);
        JobId job = view.id();
        int after = (int) lastId(call, Integer.MAX_VALUE);
        if (view.status().isFinal() && views.audit(job, after, 1).isEmpty()) {
            return Answered.empty(204); // which tells an EventSource not to come again
        }
        return stream(
                call, out -> new Following(List.of(job), false, Instant.MIN, after).run(call, out));
    }

    private Answered ofRun(Call call) {
        var run = lookup.run(call);
        List<JobId> jobs = lookup.jobsOf(run.id()).stream().map(Views.JobView::id).toList();
        long last = lastId(call, Long.MAX_VALUE);
        Instant since = Instant.ofEpochMilli(last).minus(last == 0 ? Duration.ZERO : CLOCK_SKEW);
        return stream(call, out -> new Following(jobs, true, since, 0).run(call, out));
    }

    private static Answered stream(Call call, Answered.Body body) {
        call.allowSilence();
        return new Answered.Streamed(
                200,
                "text/event-stream",
                -1,
                Map.of("Cache-Control", "no-store", "X-Accel-Buffering", "no"),
                body);
    }

    private static long lastId(Call call, long most) {
        String given = call.header("Last-Event-ID").or(() -> call.query("after")).orElse("0");
        try {
            long id = Long.parseLong(given);
            if (id >= 0 && id <= most) {
                return id;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw Problem.invalid("Last-Event-ID: expected the id of an event of this stream")
                .asException();
    }

    /// One reader and how far it has read.
    private final class Following {
        private final Map<JobId, Integer> read = new HashMap<>();
        private final Set<JobId> open;
        private final boolean timeIsId;
        private final Instant since;

        Following(List<JobId> jobs, boolean timeIsId, Instant since, int after) {
            open = new HashSet<>(jobs);
            this.timeIsId = timeIsId;
            this.since = since;
            jobs.forEach(job -> read.put(job, after));
        }

        void run(Call call, OutputStream out) throws IOException, InterruptedException {
            String token = call.caller().credential();
            try (Watch watch = watchers.watch(token, List.copyOf(open), () -> {})) {
                Collection<JobId> changed = List.copyOf(open);
                while (!open.isEmpty() && !watch.isOver()) {
                    call.mustStillBeAdmitted();
                    String news = news(changed);
                    out.write(bytes(news.isEmpty() ? ": still here\n\n" : news));
                    out.flush();
                    if (!open.isEmpty()) {
                        changed = watch.await(KEEP_ALIVE);
                    }
                }
            }
        }

        private String news(Collection<JobId> jobs) {
            var lines = new ArrayList<Line>();
            for (JobId job : jobs) {
                List<AuditLine> chunk;
                do {
                    chunk = views.audit(job, read.getOrDefault(job, 0), CHUNK);
                    chunk.forEach(line -> lines.add(new Line(job, line)));
                    if (!chunk.isEmpty()) {
                        read.put(job, chunk.getLast().seq());
                    }
                } while (chunk.size() == CHUNK);
            }
            lines.sort(Comparator.comparing(line -> line.audit().at()));
            var text = new StringBuilder();
            for (Line line : lines) {
                if (!line.audit().at().isBefore(since)) {
                    write(line, text);
                }
                if (line.audit().kind().equals(Event.Kind.FINISHED.name())) {
                    open.remove(line.job());
                }
            }
            return text.toString();
        }

        private void write(Line line, StringBuilder text) {
            var json = JobJson.audit(line.audit());
            json.put("job_id", line.job().toString());
            long id = timeIsId ? line.audit().at().toEpochMilli() : line.audit().seq();
            text.append("id: ").append(id).append('\n');
            text.append("event: ").append(line.audit().kind()).append('\n');
            text.append("data: ").append(json).append("\n\n");
        }
    }

    private record Line(JobId job, AuditLine audit) {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
