package dev.baton.server.api;

import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.LogTail;
import dev.baton.blobs.Logs;
import dev.baton.core.JobId;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.watch.Watch;
import dev.baton.server.watch.Watchers;
import dev.baton.store.Views;
import dev.baton.store.Views.JobView;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `GET /v1/jobs/{job}/log`: the log of an attempt, or of the one under way while it grows. Untrusted bytes.
public final class LogReaders {
    static final Map<String, String> UNTRUSTED =
            Map.of(
                    "X-Content-Type-Options", "nosniff",
                    "Content-Security-Policy", "sandbox; default-src 'none'",
                    "Cache-Control", "no-store");
    private static final String CONTENT_TYPE = "text/plain; charset=utf-8";

    /// How late bytes that came through another orchestrator may be seen.
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    private final Views views;
    private final Lookup lookup;
    private final Logs logs;
    private final Watchers watchers;

    public LogReaders(Views views, Logs logs, Watchers watchers) {
        this.views = views;
        lookup = new Lookup(views);
        this.logs = logs;
        this.watchers = watchers;
    }

    public List<Route> routes() {
        return List.of(Route.get("/v1/jobs/{job}/log", Access.USER, this::read));
    }

    private Answered read(Call call) {
        var job = lookup.job(call);
        long offset = call.query("offset", 0, Long.MAX_VALUE, 0);
        Optional<JobEpoch> epoch = EpochChoice.of(call, job);
        if (call.query("follow").map(Boolean::parseBoolean).orElse(false)) {
            return follow(call, job, epoch, offset);
        }
        return epoch.map(key -> part(call, key, offset))
                .orElseGet(
                        () -> new Answered.Whole(200, CONTENT_TYPE, Answered.NOTHING, UNTRUSTED));
    }

    private Answered part(Call call, JobEpoch key, long offset) {
        long size = logs.status(key).size();
        var headers = new LinkedHashMap<>(UNTRUSTED);
        headers.put("Baton-Epoch", Integer.toString(key.epoch()));
        headers.put("Accept-Ranges", "bytes");
        var range =
                call.header("Range")
                        .map(header -> ByteRange.parse(header, size))
                        .orElseGet(
                                () ->
                                        new ByteRange(
                                                Math.min(offset, size),
                                                Math.max(0, size - offset)));
        boolean partial = call.header("Range").isPresent() && !range.isWhole(size);
        if (partial) {
            headers.put("Content-Range", range.contentRange(size));
        }
        return new Answered.Streamed(
                partial ? 206 : 200,
                CONTENT_TYPE,
                range.length(),
                headers,
                out -> logs.copy(key, range.first(), range.length(), out));
    }

    private Answered follow(Call call, JobView job, Optional<JobEpoch> epoch, long offset) {
        call.allowSilence();
        return new Answered.Streamed(
                200,
                CONTENT_TYPE,
                -1,
                UNTRUSTED,
                out -> {
                    Optional<JobEpoch> key =
                            epoch.isPresent() ? epoch : awaitLease(call, job.id(), out);
                    if (key.isPresent()) {
                        follow(call, key.get(), offset, out);
                    }
                });
    }

    /// Waits until somebody has the job, or it is over without.
    private Optional<JobEpoch> awaitLease(Call call, JobId job, OutputStream out)
            throws IOException, InterruptedException {
        try (Watch watch = watch(call, job, () -> {})) {
            out.flush();
            while (!watch.isOver()) {
                call.mustStillBeAdmitted();
                JobView now = look(job);
                if (now.status() != dev.baton.core.Status.QUEUED) {
                    return now.epoch() == 0
                            ? Optional.empty()
                            : Optional.of(new JobEpoch(job.value(), now.epoch()));
                }
                watch.await(LOOK_INTERVAL);
            }
        }
        return Optional.empty();
    }

    private void follow(Call call, JobEpoch key, long from, OutputStream out)
            throws IOException, InterruptedException {
        var job = new JobId(key.job());
        long offset = from;
        try (LogTail tail = logs.tail(key);
                Watch watch = watch(call, job, () -> logs.wakeTails(key))) {
            boolean over = false;
            while (true) {
                call.mustStillBeAdmitted();
                long copied = logs.copy(key, offset, Long.MAX_VALUE, out);
                offset += copied;
                out.flush();
                if (copied == 0) {
                    if (over || watch.isOver() || logs.status(key).sealed()) {
                        return;
                    }
                    over = EpochChoice.isOver(look(job), key.epoch());
                }
                if (!over) {
                    tail.await(offset, LOOK_INTERVAL);
                }
            }
        }
    }

    private Watch watch(Call call, JobId job, Runnable woken) {
        return watchers.watch(call.caller().credential(), List.of(job), woken);
    }

    private JobView look(JobId job) {
        return views.job(job).orElseThrow(() -> Problem.notFound(job.toString()).asException());
    }
}
