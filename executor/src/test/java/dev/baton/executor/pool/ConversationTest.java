package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.pool.CallResult.Cancelled;
import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.Succeeded;
import dev.baton.executor.pool.CallResult.TimedOut;
import dev.baton.executor.pool.Conversation.Begun;
import dev.baton.executor.wire.ExecutionError;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One call, with a clock that is moved by hand and a process that only writes down what it is told.
class ConversationTest {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    // The monotonic clock may begin anywhere; here it is about to overflow.
    private long now = Long.MAX_VALUE - 5;
    private final List<String> told = new ArrayList<>();
    private boolean reads = true;

    private final Callee process =
            new Callee() {
                @Override
                public String title() {
                    return "process 1 of executor python";
                }

                @Override
                public boolean send(Exchange exchange) {
                    told.add("request");
                    if (reads) {
                        exchange.dispatch();
                    }
                    return true;
                }

                @Override
                public void cancel(Exchange exchange, boolean isHard) {
                    told.add(isHard ? "hard cancel" : "cancel");
                }

                @Override
                public void condemnFor(Exchange culprit, String reason) {
                    told.add("condemned: " + reason);
                }
            };

    @Test
    void what_is_answered_in_time_is_the_result() {
        Conversation conversation = begin(null);
        assertThat(conversation.look(now)).isNull();
        conversation.exchange().settle(new Succeeded("1"));
        assertThat(conversation.look(now)).isEqualTo(new Succeeded("1"));
        assertThat(told).containsExactly("request");
    }

    @Test
    void a_success_that_comes_too_late_is_a_timeout_all_the_same() {
        Conversation conversation = begin(null);
        pass(LIMIT);
        conversation.exchange().ring();
        assertThat(conversation.look(now)).isNull();
        conversation.exchange().settle(new Succeeded("1"));
        assertThat(conversation.look(now)).isInstanceOf(TimedOut.class);
        assertThat(told).containsExactly("request", "cancel");
    }

    @Test
    void it_is_late_also_if_nobody_looked_before_it_came() {
        Conversation conversation = begin(null);
        pass(LIMIT);
        conversation.exchange().ring();
        conversation.exchange().settle(new Succeeded("1"));
        assertThat(conversation.look(now)).isInstanceOf(TimedOut.class);
    }

    @Test
    void what_came_in_time_is_not_late_however_late_it_is_looked_at() {
        Conversation conversation = begin(null);
        conversation.exchange().settle(new Succeeded("1"));
        pass(LIMIT);
        conversation.exchange().ring();
        assertThat(conversation.look(now)).isEqualTo(new Succeeded("1"));
    }

    @Test
    void it_is_late_also_for_those_who_did_not_want_it_any_more() {
        Conversation conversation = begin(null);
        conversation.interrupt();
        conversation.look(now);
        pass(LIMIT);
        conversation.exchange().ring();
        conversation.exchange().settle(new Succeeded("1"));
        assertThat(conversation.look(now)).isInstanceOf(TimedOut.class);
    }

    @Test
    void what_a_handler_says_in_its_time_counts_also_after_a_cancel() {
        Conversation conversation = begin(null);
        conversation.interrupt();
        conversation.look(now);
        conversation.exchange().settle(new Succeeded("1"));
        assertThat(conversation.look(now)).isEqualTo(new Succeeded("1"));
    }

    @Test
    void a_handler_that_does_not_stop_is_told_twice_and_then_its_process_has_to_go() {
        Conversation conversation = begin(null);
        conversation.interrupt();
        for (int i = 0; i < 3; i++) {
            assertThat(conversation.look(now)).isNull();
            assertThat(conversation.look(now)).isNull(); // nothing is due yet
            pass(GRACE);
        }
        assertThat(told)
                .containsExactly(
                        "request",
                        "cancel",
                        "hard cancel",
                        "condemned: it did not stop a handler within 10000 ms of a cancel");
        assertThat(conversation.lookAt()).isEqualTo(Conversation.NEVER);
        conversation.exchange().lose("killed", false);
        assertThat(conversation.look(now))
                .isInstanceOfSatisfying(
                        Cancelled.class, cancelled -> assertThat(cancelled.asked()).isTrue());
    }

    @Test
    void a_handler_that_stops_when_it_is_told_to_was_cancelled_by_us() {
        Conversation conversation = begin(null);
        conversation.interrupt();
        conversation.look(now);
        var error = new ExecutionError("stopped", ExecutionError.CANCELLED);
        conversation.exchange().settle(new Cancelled(false, error));
        assertThat(conversation.look(now)).isEqualTo(new Cancelled(true, error));
    }

    @Test
    void nothing_is_timed_out_that_was_never_read() {
        reads = false;
        Conversation conversation = begin(null);
        pass(LIMIT);
        conversation.exchange().ring();
        assertThat(conversation.look(now)).isNull();
        conversation.exchange().lose("killed", false);
        assertThat(conversation.look(now)).isEqualTo(new ExecutorLost("killed", false));
        assertThat(told)
                .containsExactly("request", "condemned: it did not read a request within 30000 ms");
    }

    @Test
    void that_is_so_also_if_nobody_wanted_it_any_more() {
        reads = false;
        Conversation conversation = begin(null);
        conversation.interrupt();
        conversation.look(now);
        pass(LIMIT);
        conversation.exchange().ring();
        assertThat(conversation.look(now)).isNull();
        assertThat(told).last().isEqualTo("condemned: it did not read a request within 30000 ms");
        conversation.exchange().lose("killed", false);
        assertThat(conversation.look(now)).isEqualTo(new ExecutorLost("killed", false));
    }

    @Test
    void nothing_is_sent_once_its_deadline_has_passed() {
        assertThat(begun(NOON))
                .isEqualTo(
                        new Begun.Over(
                                new ExecutorLost(
                                        "its deadline passed before it could be sent", false)));
        assertThat(told).isEmpty();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private Conversation begin(@Nullable Instant deadline) {
        return ((Begun.UnderWay) begun(deadline)).conversation();
    }

    private Begun begun(@Nullable Instant deadline) {
        var call =
                new Call(
                        "add",
                        "[]",
                        "{}",
                        new Call.Job("job_1", 1, NOON, "default", Map.of(), "r1"),
                        new Call.Limits(LIMIT, deadline));
        return Conversation.begin(process, call, GRACE, "r", new Conversation.Moment(NOON, now));
    }
}
