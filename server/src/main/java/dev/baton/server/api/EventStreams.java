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
import dev.baton.store.Views.JobLine;
import dev.baton.store.Views.TrailPage;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
    private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.US_ASCII);

    /// How much of the journal is read before it is written.
    private static final int BYTES_AT_ONCE = 1 << 20;

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
        var jobs = List.copyOf(views.statusesOf(run.id()).keySet());
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
                    if (!tellNews(changed, out)) {
                        out.write(STILL_HERE);
                        out.flush();
                    }
                    if (!open.isEmpty()) {
                        changed = watch.await(KEEP_ALIVE);
                    }
                }
            }
        }

        /// Writes what is new of some jobs, a few pages of the journal at a time: each page is read once, and none waits for the
        /// last.
        ///
        /// @return whether anything was written
        private boolean tellNews(Collection<JobId> jobs, OutputStream out) throws IOException {
            var readOf = new HashMap<JobId, Integer>();
            jobs.forEach(job -> readOf.put(job, read.getOrDefault(job, 0)));
            boolean written = false;
            var some = new ArrayList<TrailPage>();
            int bytes = 0;
            for (TrailPage page : views.trailPages(readOf)) {
                some.add(page);
                bytes += page.bytes();
                if (bytes >= BYTES_AT_ONCE) {
                    written |= tell(views.trailLines(some, readOf), out);
                    some.clear();
                    bytes = 0;
                }
            }
            boolean last = tell(views.trailLines(some, readOf), out);
            return last || written;
        }

        private boolean tell(List<JobLine> lines, OutputStream out) throws IOException {
            var text = new StringBuilder();
            for (JobLine line : lines) {
                if (!line.line().at().isBefore(since)) {
                    write(line, text);
                }
                read.merge(line.job(), line.line().seq(), Math::max);
                if (line.line().kind().equals(Event.Kind.FINISHED.name())) {
                    open.remove(line.job());
                }
            }
            if (text.isEmpty()) {
                return false;
            }
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            out.flush();
            return true;
        }

        private void write(JobLine line, StringBuilder text) {
            var json = JobJson.audit(line.line());
            json.put("job_id", line.job().toString());
            long id = timeIsId ? line.line().at().toEpochMilli() : line.line().seq();
            text.append("id: ").append(id).append('\n');
            text.append("event: ").append(line.line().kind()).append('\n');
            text.append("data: ").append(json).append("\n\n");
        }
    }
}
