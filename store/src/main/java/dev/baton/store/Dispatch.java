package dev.baton.store;

import dev.baton.core.Answer;
import dev.baton.core.Capabilities;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Lease;
import dev.baton.core.LeaseRef;
import dev.baton.protocol.LeaseId;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Gives ready jobs to runners, within one transaction.
///
/// First the runners that ask in this transaction, from what waits in the queues; then, what became ready in
/// this transaction goes straight to runners that are parked, without ever being queued.
final class Dispatch {
    /// How many jobs one transaction gives to runners that ask.
    static final int MAX_GRANTS = 4_000;

    /// How many jobs one claim reads, of all the queues that it is served from.
    private static final int MAX_READ = 50_000;

    private final Workset jobs;
    private final JobQueries queries;
    private final Shared shared;
    private final RandomGenerator random;
    private final Map<WaitingRunner, Integer> reserved = new LinkedHashMap<>();
    private final Map<WaitingRunner, List<Grant>> granted = new LinkedHashMap<>();
    private final List<Search> searches = new ArrayList<>();
    private final Set<WaitingRunner> fromParking = new LinkedHashSet<>();
    private final GrantedSpecs specs;

    /// Those that want more than one transaction gives out: they ask again.
    private final Set<WaitingRunner> cutShort = new LinkedHashSet<>();

    private int grantsLeft = MAX_GRANTS;

    /// What a claim found in a queue, and locked.
    ///
    /// @param isAll whether there is nothing further on
    private record Search(int queue, Cursors.Mark from, List<Entry> found, boolean isAll) {}

    Dispatch(Workset jobs, JobQueries queries, Shared shared, RandomGenerator random) {
        this.jobs = jobs;
        this.queries = queries;
        this.shared = shared;
        this.random = random;
        this.specs = new GrantedSpecs(queries);
    }

    /// Serves the runners that ask now.
    void serve(List<WaitingRunner> asking) throws SQLException {
        shared.requirements().useAll(jobs.entries());
        var groups = new LinkedHashMap<Capabilities, List<WaitingRunner>>();
        for (var runner : asking) {
            if (!reserved.containsKey(runner)) {
                boolean waits = shared.parking().backoff().mustWait(runner.holder());
                int wanted = waits ? 0 : runner.take(grantsLeft);
                grantsLeft -= wanted;
                reserved.put(runner, wanted);
                if (!waits && runner.wantsMore()) {
                    cutShort.add(runner);
                }
                if (wanted > 0) {
                    groups.computeIfAbsent(runner.capabilities(), _ -> new ArrayList<>())
                            .add(runner);
                }
            }
        }
        for (var group : groups.entrySet()) {
            serveGroup(shared.requirements().metBy(group.getKey()), group.getValue());
        }
    }

    private void serveGroup(List<Integer> queues, List<WaitingRunner> runners) throws SQLException {
        int wanted = runners.stream().mapToInt(this::wanted).sum();
        // Each queue may have the first of all: so many are read of each.
        int bounded = Math.min(wanted, Math.max(1, MAX_READ / Math.max(1, queues.size())));
        var candidates = candidates(queues, bounded);
        int next = 0;
        for (var runner : runners) {
            while (wanted(runner) > 0 && next < candidates.size() && !specs.isFull()) {
                var candidate = candidates.get(next);
                grant(candidate, runner, candidates.subList(next, candidates.size()));
                next++;
            }
            if (wanted(runner) > 0 && (next < candidates.size() || next == bounded)) {
                cutShort.add(runner);
            }
        }
    }

    private int wanted(WaitingRunner runner) {
        return reserved.getOrDefault(runner, 0);
    }

    /// The first ready jobs of these queues: those in the store, and those that became ready just now.
    private List<Entry> candidates(List<Integer> queues, int wanted) throws SQLException {
        var candidates = new ArrayList<Entry>();
        var fitting = new HashSet<>(queues);
        for (var entry : jobs.entries()) {
            if (entry.isReady()
                    && !jobs.isHopeless(entry) // the next sweep ends it
                    && fitting.contains(entry.fixed.requirement())) {
                candidates.add(entry);
            }
        }
        for (int queue : queues) {
            for (var entry : readyInStore(queue, wanted)) {
                if (jobs.find(entry.fixed.id()) == null) {
                    candidates.add(entry);
                }
            }
        }
        candidates.sort(Comparator.comparing(entry -> Position.of(entry.job())));
        return candidates.size() > wanted ? candidates.subList(0, wanted) : candidates;
    }

    private List<Entry> readyInStore(int queue, int wanted) throws SQLException {
        var from = shared.cursors().mark(queue);
        if (from.after().equals(Position.END)) {
            return List.of();
        }
        var found = queries.lockReady(queue, from.after(), wanted);
        var executable = executable(found);
        boolean isAll = found.size() < wanted;
        // Those that nobody can execute are no reason to go away with less.
        while (!isAll && executable.size() < wanted) {
            var more = queries.lockReady(queue, Position.of(found.getLast().job()), wanted);
            found.addAll(more);
            executable.addAll(executable(more));
            isAll = more.size() < wanted;
        }
        searches.add(new Search(queue, from, found, isAll));
        return executable;
    }

    /// Ends the jobs that cannot be executed: they are not in the way of the others any more.
    private List<Entry> executable(List<Entry> found) {
        var executable = new ArrayList<Entry>(found.size());
        for (var candidate : found) {
            if (jobs.isHopeless(candidate)) {
                jobs.discardIfHopeless(jobs.addIfAbsent(candidate));
            } else {
                executable.add(candidate);
            }
        }
        return executable;
    }

    /// Hands what is ready here, and was taken by nobody, to parked runners. Not only what became ready: a job that was
    /// looked at for another reason was locked meanwhile, and whoever claimed then has passed over it.
    ///
    /// @return how many jobs of each queue are left for others
    Map<Integer, Integer> handOver() throws SQLException {
        var left = new HashMap<Integer, Integer>();
        var ready =
                jobs.entries().stream()
                        .filter(Entry::isReady)
                        // The next sweep ends them.
                        .filter(entry -> !jobs.isHopeless(entry))
                        .sorted(Comparator.comparing(entry -> Position.of(entry.job())))
                        .toList();
        for (int i = 0; i < ready.size(); i++) {
            var entry = ready.get(i);
            int queue = entry.fixed.requirement();
            var runner =
                    left.containsKey(queue) || specs.isFull()
                            ? null
                            : shared.parking().reserve(queue);
            if (runner == null) {
                left.merge(queue, 1, Integer::sum);
            } else {
                fromParking.add(runner);
                reserved.merge(runner, 1, Integer::sum);
                grant(entry, runner, ready.subList(i, ready.size()));
            }
        }
        return left;
    }

    /// How many jobs of each queue were locked for a claim that then had enough of others. Another lane has passed over
    /// them, if it looked meanwhile.
    Map<Integer, Integer> passedOver() {
        var passedOver = new HashMap<Integer, Integer>();
        for (var search : searches) {
            search.found.stream()
                    .filter(entry -> jobs.find(entry.fixed.id()) == null)
                    .forEach(_ -> passedOver.merge(search.queue, 1, Integer::sum));
        }
        return passedOver;
    }

    /// How many runners more to wake for each queue in which a claim found all that it wanted. There may be more where that
    /// came from; if others are parked all the same, a wake-up was lost. Twice as many each time, so that all of them are
    /// awake soon, and none is woken for a queue that is empty.
    Map<Integer, Integer> worthAnotherLook() {
        var more = new HashMap<Integer, Integer>();
        for (var search : searches) {
            if (!search.isAll) {
                more.merge(search.queue, 2 * search.found.size(), Integer::sum);
            }
        }
        return more;
    }

    private void grant(Entry candidate, WaitingRunner runner, List<Entry> next)
            throws SQLException {
        var entry = jobs.addIfAbsent(candidate);
        var job = entry.job();
        var leaseId = LeaseId.mint(job.id(), job.epoch() + 1, random);
        var claim = new Command.Claim(runner.holder(), runner.instance(), leaseId.digest());
        if (jobs.decide(entry, claim) instanceof Decision.Accept(var leased, _, var answer, _)
                && answer instanceof Answer.Granted(var lease, var unacknowledged)) {
            var ttl = runner.acknowledges() ? acknowledge(entry, lease, runner) : unacknowledged;
            reserved.merge(runner, -1, Integer::sum);
            granted.computeIfAbsent(runner, _ -> new ArrayList<>())
                    .add(
                            new Grant(
                                    job.id(),
                                    entry.fixed.run(),
                                    leaseId,
                                    leased.state().attempt(),
                                    lease.epoch(),
                                    ttl,
                                    job.plan().maxRuntime(),
                                    job.created(),
                                    specs.of(entry, next),
                                    runner.acknowledges()));
        } else {
            throw new IllegalStateException(job.id() + " was ready and could not be granted");
        }
    }

    /// @return how long the lease lasts now
    private Duration acknowledge(Entry entry, Lease lease, WaitingRunner runner) {
        var ref = new LeaseRef(lease.epoch(), lease.digest());
        if (jobs.decide(entry, new Command.Acknowledge(ref, runner.holder()))
                        instanceof Decision.Accept(_, _, var answer, _)
                && answer instanceof Answer.Acknowledged(var ttl, _)) {
            return ttl;
        }
        throw new IllegalStateException(
                entry.fixed.id() + " was granted and could not be acknowledged");
    }

    /// The transaction failed: everyone wants again what they wanted.
    void undo() {
        granted.forEach((runner, grants) -> runner.add(grants.size()));
        reserved.forEach(WaitingRunner::add);
        // They are parked no more, and no request of theirs is under way.
        fromParking.forEach(WaitingRunner::failed);
    }

    /// The transaction was committed.
    ///
    /// @return the leases to deliver
    Map<WaitingRunner, List<Grant>> settle() {
        searches.forEach(this::moveCursor);
        reserved.forEach(WaitingRunner::add);
        return granted;
    }

    /// The next claim starts where this one took the last job, but never after one that it left.
    private void moveCursor(Search search) {
        var cursors = shared.cursors();
        if (search.isAll) {
            // What becomes ready will say so.
            cursors.advance(search.queue, search.from, Position.END);
        } else {
            var last = Position.of(search.found.getLast().job());
            cursors.advance(search.queue, search.from, last);
        }
        search.found.stream()
                .filter(entry -> jobs.find(entry.fixed.id()) == null)
                .findFirst()
                .ifPresent(left -> cursors.ready(search.queue, Position.of(left.job())));
    }

    /// Those that were given less than there is, and have to ask again.
    Set<WaitingRunner> cutShort() {
        return cutShort;
    }

    /// Those that asked or were reserved and may want more still.
    Iterable<WaitingRunner> runners() {
        return reserved.keySet();
    }
}
