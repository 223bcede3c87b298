package dev.baton.server.stream;

import dev.baton.core.Event;
import dev.baton.core.InstanceId;
import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.LeaseHolder;
import dev.baton.core.Refusal;
import dev.baton.protocol.LeaseId;
import dev.baton.server.runner.ShownLeases;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;
import dev.baton.store.Engine;
import dev.baton.store.Views.CancelOrder;
import dev.baton.store.Views.LiveLease;

import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/// The streams that are open, and which of them to tell when a job is canceled.
///
/// Soft state: what is lost here is said again in the reply to the next heartbeat.
public final class Streams implements CommitListener, ShownLeases {
    private final Engine engine;
    private final Duration ttl;
    private final StreamParts.Pace pace;

    /// In the order in which they came: whoever looks at all of them does it alike each time.
    private final Set<LeaseStream> all =
            new ConcurrentSkipListSet<>(Comparator.comparingLong(LeaseStream::number));

    private final AtomicLong numbers = new AtomicLong();
    private final Map<LeaseHolder, LeaseStream> byHolder = new ConcurrentHashMap<>();
    private final Map<String, Integer> byToken = new ConcurrentHashMap<>();
    private final Map<JobId, Held> held = new ConcurrentHashMap<>();

    private static final class Held {
        final LeaseHolder holder;
        final LeaseId lease;
        volatile long shownAt;

        Held(LeaseHolder holder, LeaseId lease, long shownAt) {
            this.holder = holder;
            this.lease = lease;
            this.shownAt = shownAt;
        }
    }

    /// @param ttl how long a lease lasts that is not shown again
    public Streams(Engine engine, Duration ttl, StreamParts.Pace pace) {
        this.engine = engine;
        this.ttl = ttl;
        this.pace = pace;
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

    /// A process of a runner has one stream: the one before is over, and all it was about to be granted is taken back.
    void attach(LeaseHolder holder, @Nullable InstanceId instance, LeaseStream stream) {
        LeaseStream before = byHolder.put(holder, stream);
        if (before != null && before != stream && Objects.equals(before.instance(), instance)) {
            before.close(StatusCode.POLICY_VIOLATION, "the runner attached again");
        }
    }

    /// The stream of another process of the same runner that lives. One that gives no sign of life any more is cut off.
    Optional<LeaseStream> other(LeaseHolder holder, InstanceId instance) {
        LeaseStream open = byHolder.get(holder);
        if (open == null || open.instance() == null || instance.equals(open.instance())) {
            return Optional.empty();
        }
        if (open.isLive()) {
            return Optional.of(open);
        }
        open.cut();
        return Optional.empty();
    }

    /// A lease was granted on a stream, or named when its runner attached.
    void hold(LeaseHolder holder, JobId job, LeaseId lease) {
        held.put(job, new Held(holder, lease, pace.nanos().getAsLong()));
    }

    /// Whichever way a lease was granted or is shown: a cancel is pushed to the stream that its holder has then.
    @Override
    public void shown(LeaseHolder holder, JobId job, LeaseId lease) {
        Held known = held.get(job);
        if (known != null && known.lease.equals(lease)) {
            known.shownAt = pace.nanos().getAsLong();
        } else if (byHolder.containsKey(holder)) {
            hold(holder, job, lease);
        }
    }

    /// Forgets leases that nobody has shown for so long that they are over: how, another orchestrator knows.
    void forgetOldLeases() {
        long now = pace.nanos().getAsLong();
        long longest = ttl.toNanos() * 2;
        held.values().removeIf(lease -> now - lease.shownAt > longest);
    }

    /// A stream is over.
    ///
    /// @return whether it was the one stream of its runner
    boolean remove(LeaseStream stream, @Nullable LeaseHolder holder) {
        if (all.remove(stream)) {
            byToken.computeIfPresent(stream.token(), (_, count) -> count == 1 ? null : count - 1);
        }
        boolean wasCurrent = holder != null && byHolder.remove(holder, stream);
        if (wasCurrent) {
            held.values().removeIf(lease -> lease.holder.equals(holder));
        }
        return wasCurrent;
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
                case JobState.Canceling canceling when wasRequested(change) ->
                        tellCancel(
                                change.job().id(),
                                CancelOrder.of(
                                        canceling.reason(), canceling.cancelBy(), change.at()));
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
        var concerned = new LinkedHashMap<LeaseHolder, List<JobId>>();
        for (JobId job : jobs) {
            Held lease = held.get(job);
            if (lease != null) {
                concerned.computeIfAbsent(lease.holder, _ -> new ArrayList<>()).add(job);
            }
        }
        if (!concerned.isEmpty()) {
            pace.aside().execute(() -> concerned.forEach(this::lookUp));
        }
    }

    private void lookUp(LeaseHolder holder, List<JobId> jobs) {
        var over = new HashSet<>(jobs);
        for (LiveLease live : engine.views().leasesOf(holder)) {
            over.remove(live.job());
            CancelOrder cancel = live.cancel();
            if (cancel != null) {
                tellCancel(live.job(), cancel);
            }
        }
        over.forEach(held::remove);
    }

    private void tellCancel(JobId job, CancelOrder order) {
        Held lease = held.get(job);
        LeaseStream stream = lease == null ? null : byHolder.get(lease.holder);
        if (lease != null && stream != null) {
            stream.cancel(job, lease.lease, order);
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
