package dev.baton.runner.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.JobId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.StaleLease;
import dev.baton.protocol.RunnerMessage.AckLease;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What a guardian is told, with a clock that is moved by hand.
class FenceTest {
    private static final RunnerId RUNNER = new RunnerId("r1");
    private static final LeaseGranted.Times TIMES =
            new LeaseGranted.Times(
                    Duration.ofSeconds(40), Duration.ofSeconds(10), Duration.ofHours(1));

    // The monotonic clock may begin anywhere; here it is about to overflow.
    private long now = Long.MAX_VALUE - 5;
    private final List<Duration> told = new ArrayList<>();
    private final Fence fence = new Fence(told::add, () -> now);

    @Test
    void the_guardian_knows_of_a_lease_before_anything_is_done_under_it() {
        fence.tell();
        assertThat(told).containsExactly(Duration.ofSeconds(60));
        HeldLease lease = lease("a");
        fence.cover(lease);
        assertThat(told).hasSize(2).last().isEqualTo(lease.left());
    }

    @Test
    void a_lease_that_ends_later_than_another_is_not_worth_a_word() {
        fence.cover(lease("a"));
        pass(Duration.ofSeconds(1));
        fence.cover(lease("b"));
        assertThat(told).hasSize(1);
    }

    @Test
    void of_leases_that_were_granted_together_one_is_worth_a_word_however_time_goes_on() {
        var ticking = new Fence(told::add, () -> now++);
        long asked = now;
        for (String name : List.of("a", "b", "c")) {
            var times = LeaseTimes.of(TIMES);
            var id = new LeaseId("lease_" + name);
            var lease = HeldLease.begun(RUNNER, id, times, new Nobody(), () -> now++);
            lease.grantedAfter(asked);
            ticking.cover(lease);
        }
        assertThat(told).hasSize(1);
    }

    @Test
    void a_guardian_whose_time_is_over_is_told_of_the_next_lease() {
        fence.tell();
        pass(Duration.ofMinutes(5));
        fence.cover(lease("a"));
        assertThat(told).hasSize(2);
    }

    @Test
    void a_lease_that_is_lost_counts_until_nothing_is_done_under_it() {
        HeldLease lost = lease("a");
        fence.cover(lost);
        pass(Duration.ofSeconds(10));
        Duration left = lost.left();
        HeldLease other = lease("b");
        fence.cover(other);
        lost.heard(null, new StaleLease(lost.id(), "LEASE_EXPIRED"), now).run();
        fence.tell();
        assertThat(told).last().isEqualTo(left);
        fence.uncover(lost);
        fence.tell();
        assertThat(told).last().isEqualTo(other.left());
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private HeldLease lease(String name) {
        var id = new LeaseId("lease_" + name);
        var ack = new AckLease(new JobId(1), id, RUNNER, Instant.EPOCH);
        return HeldLease.granted(ack, LeaseTimes.of(TIMES), new Nobody(), () -> now);
    }
}
