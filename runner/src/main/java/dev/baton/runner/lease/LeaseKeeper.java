package dev.baton.runner.lease;

import dev.baton.core.RunnerId;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.Progress;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.ReleaseLease;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Keeps the leases of this runner: says what is due for each, all in one frame, and looks at the clock before it does.
///
/// Its thread is a platform thread that waits for nothing but time: no job, disk or upload can keep it from beating.
public final class LeaseKeeper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);

    /// A connection on which an answer takes longer is of no use.
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /// Calls that were asked for longer ago are asked for anew: see [HeldLease#grantedAfter].
    private static final Duration LONGEST_WANTED = Duration.ofSeconds(30);

    private static final Duration ANY_TIME = Duration.ofDays(1_000);

    /// Beats that are due soon travel with those that are due now.
    private static final int SLACK_PART = 8;

    private final RunnerId runner;
    private final List<Trade> trades;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Map<LeaseId, HeldLease> leases = new ConcurrentHashMap<>();
    private final Thread thread;

    /// Those to which something happened.
    private final Queue<HeldLease> changed = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean allChanged = new AtomicBoolean();
    private final AtomicBoolean poked = new AtomicBoolean();
    private volatile @Nullable Line line;
    private volatile boolean takesWork = true;
    private volatile boolean closed;

    /// When every lease is looked at, whether something happened to it or not. Set by whoever looks.
    private volatile long lookAtAllAt;

    public LeaseKeeper(
            RunnerId runner, List<Trade> trades, InstantSource clock, LongSupplier nanoClock) {
        this.runner = runner;
        this.trades = List.copyOf(trades);
        this.clock = clock;
        this.nanoClock = nanoClock;
        lookAtAllAt = nanoClock.getAsLong();
        thread = Thread.ofPlatform().name("lease-keeper").daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// Takes a lease on, and a [#place] of the trade with it. It is acknowledged at once, if it was not with the request.
    ///
    /// @return the lease, or null if it is held already
    public @Nullable HeldLease take(Trade trade, LeaseGranted granted, Holder holder) {
        boolean begins = granted.turn().acknowledged();
        var lease = begins ? begun(granted, holder) : acknowledged(granted, holder);
        if (leases.putIfAbsent(granted.leaseId(), lease) != null) {
            return null;
        }
        OptionalLong askedAt = trade.begin();
        if (begins) {
            askedAt.ifPresent(lease::grantedAfter);
        }
        if (!begins || isEarly(lease)) {
            poke(lease);
        }
        return lease;
    }

    /// Whether something is due for a lease before all of them are looked at anyway. Hardly ever: most calls have ended by then.
    private boolean isEarly(HeldLease lease) {
        return lease.nextLook(nanoClock.getAsLong(), isConnected()) - lookAtAllAt < 0;
    }

    private HeldLease begun(LeaseGranted granted, Holder holder) {
        var times = LeaseTimes.of(granted.times());
        return HeldLease.begun(runner, granted.leaseId(), times, holder, nanoClock);
    }

    private HeldLease acknowledged(LeaseGranted granted, Holder holder) {
        var ack = new AckLease(granted.jobId(), granted.leaseId(), runner, clock.instant());
        return HeldLease.granted(ack, LeaseTimes.of(granted.times()), holder, nanoClock);
    }

    /// Takes a lease to give it back, and nothing else.
    public HeldLease giveBack(LeaseGranted granted, String reason) {
        var release = new ReleaseLease(granted.leaseId(), runner, reason);
        return keep(HeldLease.unwanted(release, LeaseTimes.of(granted.times()), nanoClock));
    }

    /// Looks after a lease of an earlier process, which may still hold.
    public HeldLease leftOver(LeaseId id) {
        return keep(HeldLease.leftOver(id, runner, LeaseTimes.UNKNOWN, nanoClock));
    }

    private HeldLease keep(HeldLease lease) {
        leases.put(lease.id(), lease);
        poke(lease);
        return lease;
    }

    /// The work under a lease has got somewhere.
    public void report(HeldLease lease, Progress progress) {
        lease.setProgress(progress);
        poke(lease);
    }

    /// The work under a lease is over.
    public void end(HeldLease lease, ForLease last) {
        lease.end(last);
        poke(lease);
    }

    /// The work under a lease is over, and its place is free for the next: both is said in one frame.
    public void end(HeldLease lease, ForLease last, Place place) {
        lease.end(last);
        place.leave();
        poke(lease);
    }

    /// Nothing more is to be done for a lease.
    public void forget(HeldLease lease) {
        leases.remove(lease.id(), lease);
    }

    /// The place of a lease that was taken.
    public Place place(Trade trade) {
        return new Place(this, trade);
    }

    /// A trade has other places than before, or free ones.
    public void tradeChanged() {
        poke();
    }

    /// Asks for no more work, and takes back what was asked for.
    public void takeNoMore() {
        takesWork = false;
        poke();
    }

    /// Whether there may still come what was asked for.
    public boolean expectsWork() {
        return isConnected() && trades.stream().anyMatch(trade -> trade.wanted() > 0);
    }

    /// Nothing more comes of what was asked for.
    ///
    /// @param only what it was narrowed to, if it was
    public void withdrawn(@Nullable String only) {
        trades.stream()
                .filter(trade -> Objects.equals(trade.only(), only))
                .forEach(Trade::forgetWanted);
        poke();
    }

    public boolean takesWork() {
        return takesWork;
    }

    /// How many jobs may be worked on at once.
    public int capacity() {
        return trades.stream().mapToInt(Trade::capacity).sum();
    }

    /// How many leases are worked on.
    public int working() {
        return trades.stream().mapToInt(Trade::working).sum();
    }

    /// Every lease that the runner is not done with. What it does not name may be given to others at once, so this includes those whose
    /// time is over by our own clock, until their work is dead.
    public List<LeaseId> held() {
        return leases.values().stream()
                .filter(lease -> !lease.isKnownToBeOver())
                .map(HeldLease::id)
                .toList();
    }

    /// There is a connection.
    public void connected(Line now) {
        leases.values().forEach(HeldLease::unanswered);
        trades.forEach(Trade::forgetWanted);
        line = now;
        allChanged.set(true);
        poke();
    }

    /// The connection is gone.
    public void disconnected() {
        line = null;
        leases.values().forEach(HeldLease::unanswered);
    }

    /// This one was named to the orchestrator, which had nothing against it.
    public void resumed(LeaseId named, long attachSentAt, Duration ttl) {
        HeldLease lease = leases.get(named);
        if (lease != null) {
            lease.resumed(attachSentAt, ttl).run();
            poke(lease);
        }
    }

    /// The orchestrator said something about a lease.
    ///
    /// @param letter what it answers; null for what was said unasked
    public void heard(LeaseId id, @Nullable Letter letter, OrchestratorMessage message) {
        HeldLease lease = leases.get(id);
        if (lease != null) {
            lease.heard(letter, message, nanoClock.getAsLong()).run();
            if (!lease.isKnownToBeOver()) {
                poke(lease);
            }
        }
    }

    /// A message could not be delivered, on a connection that is good otherwise.
    public void undelivered(Letter letter) {
        HeldLease lease = leases.get(letter.message().leaseId());
        if (lease != null) {
            lease.undelivered(nanoClock.getAsLong());
            poke(lease);
        }
    }

    private void run() {
        try {
            while (awaitPoke(look())) {
                // until it is closed
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Looks at every lease to which something happened, or at all of them when it is time, and says what is due. Its own thread
    /// does this again and again; a keeper that is not started is driven by whoever calls it after each thing that it was told, and
    /// in time.
    ///
    /// @return when to look again, at the latest, by the monotonic clock
    public long look() {
        long now = nanoClock.getAsLong();
        Collection<HeldLease> looked = leasesToLookAt(now);
        try {
            for (HeldLease lease : looked) {
                lease.lookAtClock(now).run();
            }
            sayWhatIsDue(now, looked);
        } catch (RuntimeException e) {
            log.error("lease keeper failed and goes on", e);
        }
        boolean connected = isConnected();
        now = nanoClock.getAsLong();
        long next = lookAtAllAt;
        for (HeldLease lease : looked) {
            next = Monotonic.earlier(next, lease.nextLook(now, connected));
        }
        lookAtAllAt = next;
        return next;
    }

    /// Calls come by the thousand, and each look at all of them would be for the one that changed.
    private Collection<HeldLease> leasesToLookAt(long now) {
        var looked = new LinkedHashSet<HeldLease>();
        for (HeldLease lease; (lease = changed.poll()) != null; ) {
            looked.add(lease);
        }
        if (allChanged.getAndSet(false) || now - lookAtAllAt >= 0) {
            lookAtAllAt = now + LONGEST_PAUSE.toNanos();
            return leases.values();
        }
        return looked;
    }

    private void sayWhatIsDue(long now, Collection<HeldLease> looked) {
        Line current = line;
        if (current == null) {
            return;
        }
        var letters = new ArrayList<Letter>();
        for (HeldLease lease : looked) {
            if (lease.isOverdue(now, LONGEST_ANSWER.toNanos())) {
                current.giveUp("no answer in time");
                return;
            }
            Letter letter = lease.due(now, SLACK_PART);
            if (letter != null) {
                letters.add(letter);
            }
        }
        if (!letters.isEmpty()) {
            current.send(letters);
        }
        ask(current, now);
    }

    private void ask(Line current, long now) {
        long oldest =
                now - (current.acknowledgesBeforehand() ? LONGEST_WANTED : ANY_TIME).toNanos();
        for (Trade trade : trades) {
            if (trade.isOverdue(now, LONGEST_ANSWER.toNanos())) {
                current.giveUp("no answer in time");
                return;
            }
            if (trade.withdraw(takesWork, oldest, now)) {
                current.withdraw(trade.only());
            }
            int more = takesWork ? trade.askForMore(now) : 0;
            if (more > 0) {
                current.want(trade.only(), more);
            }
        }
    }

    private boolean isConnected() {
        return line != null;
    }

    private void poke(HeldLease lease) {
        changed.add(lease);
        poke();
    }

    private void poke() {
        if (!poked.getAndSet(true)) {
            LockSupport.unpark(thread);
        }
    }

    /// @return whether to go on
    private boolean awaitPoke(long until) throws InterruptedException {
        while (!poked.get() && !closed) {
            long left = until - nanoClock.getAsLong();
            if (left <= 0) {
                break;
            }
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        poked.set(false);
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
