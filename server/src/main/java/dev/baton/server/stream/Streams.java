package dev.baton.server.stream;

import dev.baton.core.Event;
import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.LeaseHolder;
import dev.baton.core.Refusal;
import dev.baton.protocol.LeaseId;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;
import dev.baton.store.Engine;
import dev.baton.store.Views.LiveLease;

import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/// The streams that are open, and which of them to tell when a job is canceled.
///
/// Soft state: what is lost here is said again in the reply to the next heartbeat.
public final class Streams implements CommitListener {
    private final Engine engine;
    private final Executor aside;

    /// In the order in which they came: whoever looks at all of them does it alike each time.
    private final Set<LeaseStream> all =
            new ConcurrentSkipListSet<>(Comparator.comparingLong(LeaseStream::number));

    private final AtomicLong numbers = new AtomicLong();
    private final Map<LeaseHolder, LeaseStream> byHolder = new ConcurrentHashMap<>();
    private final Map<String, Integer> byToken = new ConcurrentHashMap<>();
    private final Map<JobId, Held> held = new ConcurrentHashMap<>();

    private record Held(LeaseStream stream, LeaseId lease) {}

    /// @param aside does what must not be waited for
    public Streams(Engine engine, Executor aside) {
        this.engine = engine;
        this.aside = aside;
    }

    public int count() {
        return all.size();
    }

    /// The runners that have a stream.
    public Set<LeaseHolder> attached() {
        return byHolder.keySet();
    }

    /// A number for the next stream.
    long nextNumber() {
        return numbers.incrementAndGet();
    }

    Set<LeaseStream> all() {
        return all;
    }

    /// How many streams a token has open.
    int countOf(String token) {
        return byToken.getOrDefault(token, 0);
    }

    void add(LeaseStream stream) {
        if (all.add(stream)) {
            byToken.merge(stream.token(), 1, Integer::sum);
        }
    }

    /// A runner has one stream: the one before is over, and all it was about to be granted is given back.
    void attach(LeaseHolder holder, LeaseStream stream) {
        LeaseStream before = byHolder.put(holder, stream);
        if (before != null && before != stream) {
            before.close(StatusCode.POLICY_VIOLATION, "the runner attached again");
        }
    }

    void hold(JobId job, LeaseStream stream, LeaseId lease) {
        held.put(job, new Held(stream, lease));
    }

    void remove(LeaseStream stream, @Nullable LeaseHolder holder) {
        if (all.remove(stream)) {
            byToken.computeIfPresent(stream.token(), (_, count) -> count == 1 ? null : count - 1);
        }
        if (holder != null) {
            byHolder.remove(holder, stream);
            held.values().removeIf(lease -> lease.stream() == stream);
        }
    }

    /// Sends every runner elsewhere.
    public void close() {
        all.forEach(stream -> stream.close(StatusCode.SHUTDOWN, "the orchestrator stops"));
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        if (held.isEmpty()) {
            return;
        }
        for (Change change : changes) {
            switch (change.job().state()) {
                case JobState.Canceling canceling when wasRequested(change) -> {
                    Held lease = held.get(change.job().id());
                    if (lease != null) {
                        lease.stream()
                                .cancel(
                                        change.job().id(),
                                        lease.lease(),
                                        canceling.reason(),
                                        canceling.cancelBy());
                    }
                }
                case JobState.Held _ -> {}
                case JobState.Queued _, JobState.Finished _ -> held.remove(change.job().id());
            }
        }
    }

    @Override
    public void refused(Refusal reason) {}

    /// What another orchestrator did to a job has to be looked up, which the engine's thread must not wait for.
    @Override
    public void changedElsewhere(List<JobId> jobs) {
        var holders = new HashSet<LeaseStream>();
        for (JobId job : jobs) {
            Held lease = held.get(job);
            if (lease != null) {
                holders.add(lease.stream());
            }
        }
        if (!holders.isEmpty()) {
            aside.execute(
                    () ->
                            byHolder.forEach(
                                    (holder, stream) -> {
                                        if (holders.contains(stream)) {
                                            tellCancels(holder, stream);
                                        }
                                    }));
        }
    }

    private void tellCancels(LeaseHolder holder, LeaseStream stream) {
        for (LiveLease live : engine.views().leasesOf(holder)) {
            Held lease = held.get(live.job());
            Instant cancelBy = live.cancelBy();
            if (cancelBy != null && lease != null && lease.stream() == stream) {
                String reason = Objects.requireNonNullElse(live.cancelReason(), "");
                stream.cancel(live.job(), lease.lease(), reason, cancelBy);
            }
        }
    }

    private static boolean wasRequested(Change change) {
        for (Event event : change.events()) {
            if (event.kind() == Event.Kind.CANCEL_REQUESTED) {
                return true;
            }
        }
        return false;
    }
}
