package dev.baton.store;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/// Requests of one lane that met rows which another transaction keeps locked. They wait aside while the others go on.
///
/// Not shared: only the thread of the lane calls it.
final class BlockedRequests {
    /// How long a request waits aside before it fails.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

    private final LongSupplier nanos;
    private final Map<Request, Long> since = new LinkedHashMap<>();
    private final Map<Request, Long> retried = new HashMap<>();
    private long nextTry;

    BlockedRequests(LongSupplier nanos) {
        this.nanos = nanos;
    }

    boolean isEmpty() {
        return since.isEmpty();
    }

    /// The message about a lease that began to wait first.
    @Nullable Request oldestForLeases() {
        return since.keySet().stream()
                .filter(Request::isForLeases)
                .min(Comparator.comparingLong(Request::since))
                .orElse(null);
    }

    boolean contains(Request request) {
        return since.containsKey(request);
    }

    /// One that was here before has waited since then.
    void add(Request request) {
        long now = nanos.getAsLong();
        var before = retried.remove(request);
        since.putIfAbsent(request, before == null ? now : before);
        nextTry = now + RETRY_NANOS;
    }

    void addAll(Collection<Request> requests) {
        requests.forEach(this::add);
    }

    /// Keeps back those of new requests that name a job which a blocked one names: messages of one job stay in order.
    ///
    /// @return the others
    List<Request> keepBack(List<Request> fresh) {
        var taken = jobsOf(since.keySet());
        var others = new ArrayList<Request>();
        for (var request : fresh) {
            var jobs = jobsOf(List.of(request));
            if (jobs.stream().anyMatch(taken::contains)) {
                since.put(request, nanos.getAsLong());
                taken.addAll(jobs);
            } else {
                others.add(request);
            }
        }
        return others;
    }

    /// Takes all of them out, if it is time to try again.
    List<Request> takeDue() {
        retried.clear();
        if (since.isEmpty() || nanos.getAsLong() < nextTry) {
            return List.of();
        }
        retried.putAll(since);
        return takeAll();
    }

    /// Whether a request that was taken out has waited for as long as it may.
    boolean isPatienceOver(Request request) {
        var first = retried.get(request);
        return first != null && nanos.getAsLong() - first > PATIENCE.toNanos();
    }

    List<Request> takeAll() {
        var all = List.copyOf(since.keySet());
        since.clear();
        return all;
    }

    /// The jobs that requests name.
    static Set<JobId> jobsOf(Collection<Request> requests) {
        var jobs = new HashSet<JobId>();
        for (var request : requests) {
            if (request instanceof Request.Telling telling) {
                telling.commands.forEach(addressed -> jobs.add(addressed.job()));
            }
        }
        return jobs;
    }
}
