package dev.baton.runner.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.RunnerId;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage.HeartbeatAck;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.RunnerMessage.Heartbeat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/// A lease that was acknowledged with the request for it.
class BegunLeaseTest {
    private static final LeaseId ID = new LeaseId("lease_abc");
    private static final Duration TTL = Duration.ofSeconds(100);
    private static final Duration MARGIN = Duration.ofSeconds(5);
    private static final LeaseTimes TIMES =
            LeaseTimes.of(new LeaseGranted.Times(TTL, Duration.ofSeconds(20), Duration.ofHours(1)));

    // The monotonic clock may begin anywhere; here it is about to overflow.
    private long now = Long.MAX_VALUE - 5;
    private final HeldLease lease =
            HeldLease.begun(new RunnerId("r1"), ID, TIMES, new Nobody(), () -> now);

    private long ago(Duration time) {
        return now - time.toNanos();
    }

    @Test
    void the_work_begins_at_once_if_it_was_asked_for_just_now() {
        lease.grantedAfter(ago(Duration.ofSeconds(2)));

        assertThat(lease.isAcknowledged()).isTrue();
        assertThat(lease.due(now, 8)).as("nothing is to be said").isNull();
    }

    @Test
    void the_fence_is_counted_from_when_it_was_asked_for() {
        lease.grantedAfter(ago(Duration.ofSeconds(10)));

        now += TTL.minus(MARGIN).minusSeconds(10).toNanos() - 1;
        assertThat(lease.holds()).isTrue();
        now += 1;
        assertThat(lease.holds()).isFalse();
    }

    @Test
    void what_was_asked_for_long_ago_may_have_been_granted_long_ago_and_is_asked_about_first() {
        lease.grantedAfter(ago(TTL.multipliedBy(10)));

        assertThat(lease.isAcknowledged()).isFalse();
        var beat = lease.due(now, 8);
        assertThat(beat).isNotNull();
        assertThat(beat.message()).isInstanceOf(Heartbeat.class);
        now += Duration.ofSeconds(1).toNanos();
        lease.heard(beat, HeartbeatAck.extended(ID, TTL), now).run();

        assertThat(lease.isAcknowledged()).isTrue();
        now += TTL.minus(MARGIN).minusSeconds(1).toNanos();
        assertThat(lease.holds()).isFalse();
    }

    @Test
    void it_is_asked_about_first_if_nobody_knows_when_it_was_asked_for() {
        assertThat(lease.isAcknowledged()).isFalse();
        assertThat(lease.due(now, 8)).extracting(Letter::message).isInstanceOf(Heartbeat.class);
    }
}
