package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Capabilities;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseTerms;
import dev.baton.core.RunnerId;

import org.junit.jupiter.api.Test;

import java.util.List;

/// A lane that is full says so.
class LaneTest {
    private final Requirements requirements = new Requirements(System::nanoTime);
    private final Parking parking = new Parking(requirements);
    private final Shared shared =
            new Shared(
                    Rules.of(LeaseTerms.DEFAULTS),
                    requirements,
                    new Cursors(System::nanoTime),
                    parking,
                    Neighbours.NONE,
                    new Recorder(),
                    RunParts.MAX_COST);

    /// Never started: nothing is taken out of it.
    private Lane fullLane() {
        var lane = new Lane(0, null, shared, System::nanoTime);
        for (int i = 0; i < PendingRequests.MAX_REQUESTS; i++) {
            lane.put(new Request.Telling(List.of(), List.of()));
        }
        return lane;
    }

    @Test
    void one_more_than_may_wait_is_refused() {
        var request = new Request.Telling(List.of(), List.of());

        fullLane().put(request);

        assertThatThrownBy(() -> request.await(1))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.code()).isEqualTo(StoreException.Code.OVERLOADED));
    }

    @Test
    void a_claim_that_is_refused_is_parked() {
        var lane = fullLane();
        var runner =
                new WaitingRunner(
                        new LeaseHolder(new RunnerId("r"), "tok"),
                        null,
                        Capabilities.of(List.of()),
                        false,
                        _ -> true,
                        asking -> lane.put(new Request.Claiming(asking)));

        runner.want(1);

        assertThat(parking.samples()).containsExactly(runner);
    }
}
