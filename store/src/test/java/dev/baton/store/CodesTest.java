package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Cause;
import dev.baton.core.Ending;
import dev.baton.core.Event;
import dev.baton.core.LeaseEnd;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/// The numbers in the store stand for what they always stood for. Add at the end; change nothing else here.
class CodesTest {

    private static <E extends Enum<E>> void assertPinned(
            Class<E> type, IntFunction<E> decode, List<String> names) {
        assertThat(Arrays.stream(type.getEnumConstants()).map(Enum::name))
                .containsExactlyElementsOf(names);
        for (int code = 0; code < names.size(); code++) {
            var value = decode.apply(code);
            assertThat(value.name()).isEqualTo(names.get(code));
            assertThat(Codes.of(value)).isEqualTo(code);
        }
    }

    @Test
    void every_standing_keeps_its_number() {
        assertPinned(
                Standing.class,
                Codes::standing,
                List.of(
                        "BLOCKED",
                        "DELAYED",
                        "GATED",
                        "READY",
                        "LEASED",
                        "RUNNING",
                        "CANCELING",
                        "SUCCEEDED",
                        "FAILED",
                        "CANCELED"));
    }

    @Test
    void every_cause_keeps_its_number() {
        assertPinned(
                Cause.class,
                Codes::cause,
                List.of(
                        "REPORTED",
                        "ATTEMPTS_EXHAUSTED",
                        "QUARANTINED",
                        "RUNNER_LOST",
                        "TIMED_OUT",
                        "NEED_FAILED",
                        "CANCELED_IN_QUEUE",
                        "CANCEL_CONFIRMED",
                        "CANCEL_UNCONFIRMED",
                        "UNREADABLE",
                        "DEADLINE_PASSED"));
    }

    @Test
    void every_ending_keeps_its_number() {
        assertPinned(
                Ending.class,
                Codes::ending,
                List.of(
                        "SUCCEEDED",
                        "ERROR",
                        "RETRY",
                        "TIMED_OUT",
                        "LOST",
                        "RELEASED",
                        "UNACKNOWLEDGED",
                        "FATAL",
                        "CANCELED"));
    }

    @Test
    void every_end_of_a_lease_keeps_its_number() {
        assertPinned(
                LeaseEnd.class,
                Codes::leaseEnd,
                List.of("COMPLETED", "CANCELED", "RELEASED", "EXPIRED", "REVOKED"));
    }

    @Test
    void every_event_keeps_its_number() {
        assertPinned(
                Event.Kind.class,
                Codes::event,
                List.of(
                        "SUBMITTED",
                        "UNBLOCKED",
                        "WOKEN",
                        "ADMITTED",
                        "GRANTED",
                        "ACKNOWLEDGED",
                        "CANCEL_REQUESTED",
                        "REQUEUED",
                        "FINISHED"));
    }
}
