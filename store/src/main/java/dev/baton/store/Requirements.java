package dev.baton.store;

import dev.baton.core.Capabilities;
import dev.baton.core.Requirement;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// The queues: one for each distinct requirement, so that a claim never reads past jobs that do not fit.
///
/// Only those in use are known here and count: those that a job waits in, and those that were used a moment ago. The
/// number of a requirement stays the same for ever, so that one that is used again has its old queue.
///
/// Shared by all lanes. Any thread may call it.
final class Requirements {
    /// More distinct requirements in use than this are refused: each claim looks at every queue that fits.
    static final int MAX_QUEUES = 10_000;

    /// As many of them may have been brought by one owner: no token can use up what the others need.
    static final int MAX_QUEUES_OF_OWNER = 1_000;

    /// A queue that nothing waits in is kept for so long: what is being submitted to it may not be seen yet.
    private static final long GRACE_NANOS = 5_000_000_000L;

    private static final int MAX_MATCHES = 1_000;

    /// The number of no queue.
    private static final int NONE = -1;

    private final LongSupplier nanos;
    private final Map<Integer, Queue> byNumber = new ConcurrentHashMap<>();
    private final Map<String, Queue> bySignature = new ConcurrentHashMap<>();

    /// Counts the changes of the queues, so that what was found out about them can be used until then.
    private final AtomicLong version = new AtomicLong();

    private final Map<Capabilities, Match> matches = new ConcurrentHashMap<>();

    /// Whether one was refused since the last look at what is in use.
    private volatile boolean scarce;

    /// The queues that a runner can be served from, as of a version.
    private record Match(long version, List<Integer> queues) {}

    private static final class Queue {
        private final int number;
        private final Requirement requirement;
        private final String owner;
        private long usedAt;
        private boolean forgotten;

        Queue(int number, Requirement requirement, String owner, long usedAt) {
            this.number = number;
            this.requirement = requirement;
            this.owner = owner;
            this.usedAt = usedAt;
        }

        /// @return whether it still counts
        synchronized boolean use(long now) {
            usedAt = now;
            return !forgotten;
        }

        synchronized boolean isForgotten() {
            return forgotten;
        }

        /// Forgets it unless it was used since.
        synchronized boolean forget(long unusedSince) {
            forgotten |= usedAt - unusedSince < 0;
            return forgotten;
        }
    }

    Requirements(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// The number of a requirement's queue, if it is known to have one.
    Optional<Integer> known(Requirement requirement) {
        var queue = bySignature.get(requirement.signature());
        return queue == null ? Optional.empty() : Optional.of(queue.number);
    }

    /// Makes the queues that these submissions need and that are not in use yet, all of them at once. In a transaction of
    /// its own: call outside of any.
    ///
    /// @return the submissions that would take more queues than there may be, each with the reason
    Map<Request.Submitting, StoreException> prepare(
            Session session, List<Request.Submitting> submissions) throws SQLException {
        var refused = new HashMap<Request.Submitting, StoreException>();
        var missing = new LinkedHashMap<String, String>();
        for (var submission : submissions) {
            var unknown = unknown(submission.nextJobs(), missing.keySet());
            var refusal =
                    submission.isBegun()
                            ? null
                            : refusal(submission.run.owner(), unknown.size(), missing);
            if (refusal == null) {
                unknown.forEach(signature -> missing.put(signature, submission.run.owner()));
            } else {
                scarce = true;
                refused.put(submission, refusal);
            }
        }
        if (!missing.isEmpty()) {
            make(session, missing);
        }
        return refused;
    }

    private Set<String> unknown(List<NewRun.NewJob> jobs, Set<String> missing) {
        var unknown = new HashSet<String>();
        for (var job : jobs) {
            var signature = job.plan().requirement().signature();
            var queue = bySignature.get(signature);
            boolean known = queue != null && queue.use(nanos.getAsLong());
            if (!known && !missing.contains(signature)) {
                unknown.add(signature);
            }
        }
        return unknown;
    }

    private @Nullable StoreException refusal(String owner, int more, Map<String, String> missing) {
        if (more == 0) {
            return null;
        }
        if (byNumber.size() + missing.size() + more > MAX_QUEUES) {
            return tooMany(
                    "jobs with %d distinct requirements are waiting and no more are taken"
                            .formatted(MAX_QUEUES));
        }
        long mine =
                byNumber.values().stream().filter(queue -> queue.owner.equals(owner)).count()
                        + missing.values().stream().filter(owner::equals).count();
        return mine + more > MAX_QUEUES_OF_OWNER
                ? tooMany(
                        "jobs with %d distinct requirements of this token are waiting, and a token may have %d"
                                .formatted(mine, MAX_QUEUES_OF_OWNER))
                : null;
    }

    private static StoreException tooMany(String what) {
        return new StoreException(
                StoreException.Code.TOO_MANY_REQUIREMENTS,
                what + "; use fewer distinct tags, or wait until some of these jobs are over");
    }

    private void make(Session session, Map<String, String> missing) throws SQLException {
        session.begin();
        var found = numbers(session, missing.keySet());
        var added = missing.keySet().stream().filter(s -> !found.containsKey(s)).sorted().toList();
        if (!added.isEmpty()) {
            var insert =
                    session.statement(
                            "INSERT INTO requirement (signature) VALUES (?) ON CONFLICT (signature) DO NOTHING");
            for (var signature : added) {
                insert.setString(1, signature);
                insert.addBatch();
            }
            insert.executeBatch();
            found.putAll(numbers(session, added));
        }
        session.commit();
        for (var queue : found.entrySet()) {
            var owner = missing.get(queue.getKey());
            add(queue.getValue(), Requirement.ofSignature(queue.getKey()), owner);
        }
    }

    private static Map<String, Integer> numbers(Session session, Collection<String> signatures)
            throws SQLException {
        var dialect = session.dialect();
        var query =
                session.statement(
                        "SELECT signature, id FROM requirement WHERE signature "
                                + dialect.amongTexts());
        dialect.bindTexts(query, 1, List.copyOf(signatures));
        var numbers = new HashMap<String, Integer>();
        Session.query(query, row -> numbers.put(row.getString(1), row.getInt(2)));
        return numbers;
    }

    /// Some of these jobs are ready: their queues are in use.
    void useAll(Collection<Entry> entries) {
        int last = NONE;
        for (var entry : entries) {
            // Most are of one queue.
            if (entry.isReady() && entry.fixed.requirement() != last) {
                last = entry.fixed.requirement();
                use(entry.fixed);
            }
        }
    }

    /// A job is ready in a queue.
    void use(FixedJob job) {
        var queue = byNumber.get(job.requirement());
        boolean known = queue != null && queue.use(nanos.getAsLong());
        if (!known && job.unreadable() == null) {
            add(job.requirement(), job.plan().requirement(), null);
        }
    }

    private void add(int number, Requirement requirement, @Nullable String owner) {
        var queue = new Queue(number, requirement, owner == null ? "" : owner, nanos.getAsLong());
        var known = byNumber.merge(number, queue, (old, _) -> old.use(queue.usedAt) ? old : queue);
        if (known == queue) {
            bySignature.put(requirement.signature(), queue);
            version.incrementAndGet();
        }
    }

    /// Whether a submission was refused for want of queues: what is not in use any more should be looked for at once.
    boolean isScarce() {
        return scarce;
    }

    /// Learns which queues are in use, also by what other orchestrators did, and forgets the others.
    void load(Session session) throws SQLException {
        scarce = false;
        long before = nanos.getAsLong();
        var used = new QueuesInUse(session);
        var inUse = new HashSet<>(used.numbers());
        var unknown = new ArrayList<Integer>();
        for (int number : inUse) {
            if (!byNumber.containsKey(number)) {
                unknown.add(number);
            }
        }
        for (var queue : used.describe(unknown)) {
            add(queue.number(), Requirement.ofSignature(queue.signature()), queue.owner());
        }
        byNumber.values()
                .removeIf(
                        queue ->
                                !inUse.contains(queue.number)
                                        && queue.forget(before - GRACE_NANOS));
        bySignature.values().removeIf(Queue::isForgotten);
        version.incrementAndGet();
    }

    /// The queues that a runner can be served from.
    List<Integer> metBy(Capabilities capabilities) {
        long now = version.get();
        var known = matches.get(capabilities);
        if (known != null && known.version == now) {
            return known.queues;
        }
        var queues =
                byNumber.values().stream()
                        .filter(queue -> queue.requirement.isMetBy(capabilities))
                        .map(queue -> queue.number)
                        .sorted()
                        .toList();
        if (matches.size() >= MAX_MATCHES) {
            matches.clear();
        }
        matches.put(capabilities, new Match(now, queues));
        return queues;
    }

    int size() {
        return byNumber.size();
    }

    boolean has(int number) {
        return byNumber.containsKey(number);
    }

    boolean isMet(int number, Capabilities capabilities) {
        var queue = byNumber.get(number);
        return queue != null && queue.requirement.isMetBy(capabilities);
    }
}
