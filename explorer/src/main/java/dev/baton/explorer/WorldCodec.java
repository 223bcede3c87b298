package dev.baton.explorer;

import dev.baton.core.Cause;
import dev.baton.core.FinalStatus;
import dev.baton.core.InstanceId;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobState;
import dev.baton.core.Lease;
import dev.baton.core.LeaseDigest;
import dev.baton.core.LeaseEnd;
import dev.baton.core.LeaseHolder;
import dev.baton.core.Outcome;
import dev.baton.core.PastLease;
import dev.baton.core.RunnerId;
import dev.baton.core.Tally;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A world in two numbers for each job, and back. Two worlds have the same numbers exactly if no command could tell them apart:
/// a deadline is kept as what is left of it, and one that has passed as zero.
@SuppressWarnings("EnumOrdinal") // the numbers live no longer than the exploration
final class WorldCodec {
    static final Instant NOW = Instant.ofEpochSecond(1_000_000);
    static final int RUNNERS = 2;
    static final int WORDS_PER_JOB = 2;

    /// How many leases of a job can be written down.
    static final int MOST_EPOCHS = 11;

    /// How many leases of a job are tried out. Grants that do not arrive, and a runner that does the same again, could go on
    /// for ever: this many show what becomes of them.
    static final int MAX_CLAIMS = 5;

    /// The process of each runner that holds its leases, and one that comes back under its name.
    static final InstanceId HOLDING = new InstanceId("holding");

    static final InstanceId RETURNED = new InstanceId("returned");

    static final LeaseHolder[] HOLDERS = holders();
    private static final LeaseEnd[] ENDS = LeaseEnd.values();
    private static final Cause[] CAUSES = Cause.values();
    private static final FinalStatus[] STATUSES = FinalStatus.values();
    private static final LeaseDigest[][] DIGESTS = digests();

    private final Scene scene;

    WorldCodec(Scene scene) {
        this.scene = scene;
    }

    int words() {
        return scene.plans().size() * WORDS_PER_JOB;
    }

    static LeaseDigest digest(int job, int epoch) {
        return DIGESTS[job][epoch];
    }

    static int runner(LeaseHolder holder) {
        return holder.equals(HOLDERS[0]) ? 0 : 1;
    }

    /// @param later how much later than [#NOW] it is
    void write(World world, Duration later, long[] words) {
        Instant now = NOW.plus(later);
        for (int i = 0; i < world.jobs().size(); i++) {
            Job job = world.job(i);
            words[WORDS_PER_JOB * i] = present(job, now);
            words[WORDS_PER_JOB * i + 1] = past(job, world.canceled().get(i));
        }
    }

    World read(long[] words) {
        List<Job> jobs = new ArrayList<>(scene.plans().size());
        List<Boolean> canceled = new ArrayList<>(scene.plans().size());
        for (int i = 0; i < scene.plans().size(); i++) {
            var past = new BitReader(words[WORDS_PER_JOB * i + 1]);
            canceled.add(past.take(1) == 1);
            jobs.add(job(i, new BitReader(words[WORDS_PER_JOB * i]), past));
        }
        return new World(jobs, canceled);
    }

    private static long present(Job job, Instant now) {
        var bits = new BitWriter();
        bits.put(job.state().attempt(), 4);
        bits.put(job.epoch(), 4);
        bits.put(job.tally().losses(), 3);
        bits.put(job.tally().unacknowledged(), 3);
        bits.put(job.tally().releases(), 3);
        switch (job.state()) {
            case JobState.Blocked blocked -> bits.put(0, 3).put(blocked.needs(), 2);
            case JobState.Delayed delayed -> bits.put(1, 3).put(left(delayed.until(), now), 5);
            case JobState.Gated _ -> bits.put(2, 3);
            case JobState.Ready _ -> bits.put(3, 3);
            case JobState.Leased leased ->
                    lease(bits.put(4, 3), leased.lease(), now).put(left(leased.ackBy(), now), 5);
            case JobState.Running running ->
                    lease(bits.put(5, 3), running.lease(), now).put(left(running.endBy(), now), 5);
            case JobState.Canceling canceling ->
                    lease(bits.put(6, 3), canceling.lease(), now)
                            .put(left(canceling.cancelBy(), now), 5)
                            .put(canceling.startedAt() == null ? 0 : 1, 1);
            case JobState.Finished done -> {
                bits.put(7, 3);
                bits.put(done.outcome().status().ordinal(), 2);
                bits.put(done.outcome().cause().ordinal(), 4);
                PastLease lease = done.lease();
                bits.put(lease == null ? 0 : 1, 1);
                if (lease != null) {
                    ended(bits, lease);
                }
            }
        }
        return bits.value();
    }

    private static long past(Job job, boolean canceled) {
        var bits = new BitWriter();
        bits.put(canceled ? 1 : 0, 1);
        var past = job.past().iterator();
        PastLease next = past.hasNext() ? past.next() : null;
        for (int epoch = 1; epoch <= job.epoch(); epoch++) {
            boolean known = next != null && next.epoch() == epoch;
            bits.put(known ? 1 : 0, 1);
            if (known && next != null) {
                ended(bits, next);
                next = past.hasNext() ? past.next() : null;
            }
        }
        return bits.value();
    }

    private static BitWriter lease(BitWriter bits, Lease lease, Instant now) {
        return bits.put(runner(lease.holder()), 1).put(left(lease.expiresAt(), now), 5);
    }

    private static void ended(BitWriter bits, PastLease lease) {
        bits.put(runner(lease.holder()), 1).put(lease.end().ordinal(), 3);
    }

    private Job job(int number, BitReader bits, BitReader before) {
        int attempt = bits.take(4);
        int epoch = bits.take(4);
        var tally = new Tally(bits.take(3), bits.take(3), bits.take(3));
        JobState state = state(number, attempt, epoch, bits);
        var past = new ArrayList<PastLease>();
        for (int i = 1; i <= epoch; i++) {
            if (before.take(1) == 1) {
                past.add(ended(number, i, before));
            }
        }
        var id = new JobId(number + 1L);
        return new Job(id, scene.plans().get(number), NOW, state, epoch, tally, past);
    }

    private static JobState state(int number, int attempt, int epoch, BitReader bits) {
        return switch (bits.take(3)) {
            case 0 -> new JobState.Blocked(attempt, bits.take(2));
            case 1 -> new JobState.Delayed(attempt, time(bits));
            case 2 -> new JobState.Gated(attempt);
            case 3 -> new JobState.Ready(attempt);
            case 4 -> new JobState.Leased(attempt, lease(number, epoch, bits), time(bits));
            case 5 -> new JobState.Running(attempt, lease(number, epoch, bits), NOW, time(bits));
            case 6 -> canceling(number, attempt, epoch, bits);
            default -> finished(number, attempt, epoch, bits);
        };
    }

    private static JobState canceling(int number, int attempt, int epoch, BitReader bits) {
        Lease lease = lease(number, epoch, bits);
        Instant cancelBy = time(bits);
        @Nullable Instant startedAt = bits.take(1) == 1 ? NOW : null;
        return new JobState.Canceling(attempt, lease, cancelBy, "", startedAt);
    }

    private static JobState finished(int number, int attempt, int epoch, BitReader bits) {
        FinalStatus status = STATUSES[bits.take(2)];
        Cause cause = CAUSES[bits.take(4)];
        @Nullable PastLease lease = bits.take(1) == 1 ? ended(number, epoch, bits) : null;
        return new JobState.Finished(attempt, new Outcome(status, cause, "", null), NOW, lease);
    }

    private static Lease lease(int number, int epoch, BitReader bits) {
        return new Lease(
                epoch, digest(number, epoch), HOLDERS[bits.take(1)], HOLDING, NOW, time(bits));
    }

    private static PastLease ended(int number, int epoch, BitReader bits) {
        return new PastLease(
                epoch, digest(number, epoch), HOLDERS[bits.take(1)], ENDS[bits.take(3)], NOW);
    }

    private static Instant time(BitReader bits) {
        return NOW.plusSeconds(bits.take(5));
    }

    private static int left(Instant deadline, Instant now) {
        return (int) Math.max(0, deadline.getEpochSecond() - now.getEpochSecond());
    }

    private static LeaseHolder[] holders() {
        var holders = new LeaseHolder[RUNNERS];
        for (int i = 0; i < RUNNERS; i++) {
            holders[i] = new LeaseHolder(new RunnerId("runner-" + i), "token-" + i);
        }
        return holders;
    }

    private static LeaseDigest[][] digests() {
        var digests = new LeaseDigest[Scene.MOST_JOBS][MOST_EPOCHS + 1];
        for (int job = 0; job < Scene.MOST_JOBS; job++) {
            for (int epoch = 0; epoch <= MOST_EPOCHS; epoch++) {
                digests[job][epoch] = new LeaseDigest(job, epoch, 0, 0);
            }
        }
        return digests;
    }
}
