package dev.baton.runner.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage;
import dev.baton.protocol.OrchestratorMessage.CancelRequested;
import dev.baton.protocol.OrchestratorMessage.CompleteAck;
import dev.baton.protocol.OrchestratorMessage.HeartbeatAck;
import dev.baton.protocol.OrchestratorMessage.LeaseAcked;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.Refused;
import dev.baton.protocol.OrchestratorMessage.StaleLease;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.ReleaseLease;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One lease, with a clock that is moved by hand.
class HeldLeaseTest {
    private static final LeaseId ID = new LeaseId("lease_abc");
    private static final RunnerId RUNNER = new RunnerId("r1");
    private static final Duration TTL = Duration.ofSeconds(100);
    private static final Duration MARGIN = Duration.ofSeconds(5);
    private static final LeaseTimes TIMES =
            LeaseTimes.of(new LeaseGranted.Times(TTL, Duration.ofSeconds(20), Duration.ofHours(1)));
    private static final Complete DONE =
            new Complete(ID, RUNNER, Ending.SUCCEEDED, 0, null, Evidence.NONE);

    // The monotonic clock may begin anywhere; here it is about to overflow.
    private long now = Long.MAX_VALUE - 5;
    private final List<String> told = new ArrayList<>();
    private final HeldLease lease =
            HeldLease.granted(
                    new AckLease(new JobId(1), ID, RUNNER, Instant.EPOCH),
                    TIMES,
                    holder(),
                    () -> now);

    private Holder holder() {
        return new Holder() {
            @Override
            public void renewed() {
                told.add("renewed");
            }

            @Override
            public void cancel(String reason, Duration deadline) {
                told.add("cancel " + reason + " " + deadline);
            }

            @Override
            public void timeUp() {
                told.add("time up");
            }

            @Override
            public void lost(String reason) {
                told.add("lost " + reason);
            }
        };
    }

    private void pass(Duration time) {
        now += time.toNanos();
        lease.lookAtClock(now).run();
    }

    private Letter due() {
        return lease.due(now, 8);
    }

    private void answer(Letter letter, OrchestratorMessage message) {
        lease.heard(letter, message, now).run();
    }

    private void acknowledge() {
        answer(due(), new LeaseAcked(ID, TTL));
        told.clear();
    }

    @Test
    void a_lease_is_acknowledged_first_and_at_once() {
        assertThat(due().message()).isInstanceOf(AckLease.class);
        assertThat(due()).as("one message at a time").isSameAs(due());
    }

    @Test
    void a_cancel_before_the_ack_is_heard_with_the_reply_to_the_ack() {
        answer(due(), new LeaseAcked(ID, TTL, Duration.ofSeconds(25)));
        assertThat(told).containsExactly("renewed", "cancel CANCELED PT25S");
    }

    @Test
    void a_beat_is_due_at_its_interval_and_at_once_when_there_is_progress() {
        acknowledge();
        assertThat(due()).isNull();
        pass(Duration.ofSeconds(20));
        Letter beat = due();
        assertThat(beat.message()).isInstanceOf(Heartbeat.class);
        answer(beat, HeartbeatAck.extended(ID, TTL));
        assertThat(due()).isNull();
        lease.setProgress(new dev.baton.protocol.Progress(10.0, "x", 0, null));
        assertThat(due().message()).isInstanceOf(Heartbeat.class);
    }

    @Test
    void near_its_time_limit_a_lease_beats_twice_as_often_as_it_must_and_no_more_often() {
        acknowledge();
        pass(Duration.ofSeconds(20));
        answer(due(), HeartbeatAck.extended(ID, Duration.ofSeconds(12)));
        pass(Duration.ofSeconds(5));
        assertThat(due()).isNull();
        pass(Duration.ofSeconds(1));
        assertThat(due()).isNotNull();
    }

    @Test
    void a_result_is_told_though_the_lease_has_less_left_than_killing_would_take() {
        acknowledge();
        lease.end(DONE);
        pass(TTL);
        answer(due(), HeartbeatAck.extended(ID, MARGIN.minusSeconds(1)));
        assertThat(due().message()).isEqualTo(DONE);
    }

    @Test
    void the_fence_is_counted_from_before_the_accepted_beat_was_sent() {
        acknowledge();
        pass(Duration.ofSeconds(20));
        Letter beat = due();
        now += Duration.ofSeconds(30).toNanos();
        answer(beat, HeartbeatAck.extended(ID, TTL));
        pass(TTL.minusSeconds(30).minus(MARGIN).minusNanos(1));
        assertThat(lease.holds()).isTrue();
        pass(Duration.ofNanos(1));
        assertThat(lease.holds()).isFalse();
        assertThat(told).contains("lost FENCED");
    }

    @Test
    void a_clock_that_jumped_past_the_fence_is_noticed_before_anything_is_said() {
        acknowledge();
        pass(TTL);
        assertThat(told).containsExactly("lost FENCED");
        assertThat(due()).isNull();
    }

    @Test
    void after_an_outage_longer_than_the_ttl_a_result_is_told_only_if_the_lease_still_holds() {
        acknowledge();
        lease.end(DONE);
        pass(TTL.multipliedBy(3));
        Letter question = due();
        assertThat(question.message()).isInstanceOf(Heartbeat.class);
        answer(question, HeartbeatAck.extended(ID, TTL));
        assertThat(due().message()).isEqualTo(DONE);
    }

    @Test
    void a_result_whose_answer_was_lost_is_said_again_and_only_that() {
        acknowledge();
        lease.end(DONE);
        assertThat(due().message()).isEqualTo(DONE);
        lease.unanswered();
        Letter again = due();
        assertThat(again.message()).isEqualTo(DONE);
        answer(again, new CompleteAck(ID, true, null));
        assertThat(lease.isSettled()).isTrue();
        assertThat(due()).isNull();
    }

    @Test
    void a_lease_that_was_completed_by_a_result_that_was_not_answered_is_not_lost()
            throws Exception {
        acknowledge();
        lease.end(DONE);
        due();
        lease.unanswered();
        answer(null, new StaleLease(ID, "LEASE_COMPLETED"));
        assertThat(lease.awaitSettled()).isInstanceOf(Settlement.Accepted.class);
        assertThat(told).isEmpty();
    }

    @Test
    void a_stale_lease_is_lost_and_nothing_more_is_said() {
        acknowledge();
        answer(null, new StaleLease(ID, "LEASE_REVOKED"));
        assertThat(told).containsExactly("lost LEASE_REVOKED");
        lease.end(DONE);
        assertThat(due()).isNull();
    }

    @Test
    void a_cancel_is_told_once_however_often_it_is_heard() {
        acknowledge();
        answer(null, new CancelRequested(ID, new JobId(1), "USER", Duration.ofSeconds(30), null));
        pass(Duration.ofSeconds(20));
        answer(due(), new HeartbeatAck(ID, true, TTL, true, Duration.ofSeconds(10)));
        assertThat(told).containsExactly("cancel USER PT30S", "renewed");
    }

    @Test
    void a_cancel_that_nobody_asked_for_becomes_a_release() {
        acknowledge();
        lease.end(new CancelAck(ID, RUNNER, null, Evidence.NONE));
        answer(due(), new Refused(ID, "CANCEL_NOT_REQUESTED", "nobody asked"));
        pass(Duration.ofSeconds(1));
        assertThat(due().message()).isInstanceOf(ReleaseLease.class);
    }

    @Test
    void work_that_takes_longer_than_it_may_is_told_once() {
        acknowledge();
        for (int i = 0; i < 400; i++) {
            pass(Duration.ofSeconds(10));
            Letter beat = due();
            if (beat != null) {
                answer(beat, HeartbeatAck.extended(ID, TTL));
            }
        }
        assertThat(told).containsOnlyOnce("time up");
    }

    @Test
    void a_lease_of_an_earlier_process_is_asked_about_before_anything_else() {
        HeldLease leftOver = HeldLease.leftOver(ID, RUNNER, LeaseTimes.UNKNOWN, () -> now);
        Letter question = leftOver.due(now, 8);
        assertThat(question.message()).isInstanceOf(Heartbeat.class);
        leftOver.heard(question, HeartbeatAck.extended(ID, TTL), now).run();
        leftOver.end(DONE);
        assertThat(leftOver.due(now, 8).message()).isEqualTo(DONE);
    }
}
