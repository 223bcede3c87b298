package dev.baton.runner.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.JobId;
import dev.baton.core.RunId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.JobSpec;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.OrchestratorMessage.StaleLease;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// What a runner says that it holds, with a clock that is moved by hand and a keeper that is driven by it.
class LeaseKeeperTest {
    private static final Duration TTL = Duration.ofSeconds(40);
    private static final LeaseId ID = new LeaseId("lease_a");

    private final List<String> told = new ArrayList<>();
    private final Trade steps = new Trade(null, 1);
    private long now;
    private final LeaseKeeper keeper =
            new LeaseKeeper(
                    new RunnerId("r1"),
                    List.of(steps),
                    InstantSource.fixed(Instant.EPOCH),
                    () -> now);

    @Test
    void a_lease_whose_time_is_over_is_named_until_its_work_is_dead() {
        HeldLease lease = take();
        now += TTL.toNanos();
        keeper.look();
        assertThat(told).containsExactly("lost FENCED");
        assertThat(keeper.held()).containsExactly(ID);
        keeper.forget(lease);
        assertThat(keeper.held()).isEmpty();
    }

    @Test
    void a_lease_that_the_orchestrator_took_back_is_not_named_any_more() {
        take();
        keeper.heard(ID, null, new StaleLease(ID, "LEASE_EXPIRED"));
        assertThat(told).containsExactly("lost LEASE_EXPIRED");
        assertThat(keeper.held()).isEmpty();
    }

    @Test
    void what_was_asked_for_is_withdrawn_when_no_more_work_is_taken() {
        keeper.connected(new Noting());
        keeper.look();
        assertThat(keeper.expectsWork()).isTrue();

        keeper.takeNoMore();
        keeper.look();

        assertThat(told).containsExactly("want 1", "withdraw");
        assertThat(keeper.expectsWork()).as("it may have been granted").isTrue();
        keeper.withdrawn(null);
        keeper.look();
        assertThat(keeper.expectsWork()).isFalse();
        assertThat(told).containsExactly("want 1", "withdraw");
    }

    @Test
    void a_line_on_which_nobody_says_that_it_is_withdrawn_is_given_up() {
        keeper.connected(new Noting());
        keeper.look();
        keeper.takeNoMore();
        keeper.look();
        now += Duration.ofSeconds(11).toNanos();
        keeper.look();

        assertThat(told).endsWith("give up: no answer in time");
        keeper.disconnected();
        assertThat(keeper.expectsWork()).isFalse();
    }

    private HeldLease take() {
        var granted =
                new LeaseGranted(
                        new JobId(1),
                        new RunId(1),
                        ID,
                        new LeaseGranted.Times(TTL, Duration.ofSeconds(10), Duration.ofHours(1)),
                        new JobSpec.Embedded("{}"),
                        null,
                        new LeaseGranted.Turn(1, 1, null, null, false, null));
        return keeper.take(steps, granted, new Listening());
    }

    private final class Noting implements Line {
        @Override
        public void send(List<Letter> letters) {}

        @Override
        public void want(@Nullable String only, int jobs) {
            told.add("want " + jobs);
        }

        @Override
        public void withdraw(@Nullable String only) {
            told.add("withdraw");
        }

        @Override
        public boolean acknowledgesBeforehand() {
            return true;
        }

        @Override
        public void giveUp(String why) {
            told.add("give up: " + why);
        }

        @Override
        public void close() {}
    }

    private final class Listening implements Holder {
        @Override
        public void renewed() {}

        @Override
        public void cancel(String reason, Duration deadline) {}

        @Override
        public void timeUp() {}

        @Override
        public void lost(String reason) {
            told.add("lost " + reason);
        }
    }
}
