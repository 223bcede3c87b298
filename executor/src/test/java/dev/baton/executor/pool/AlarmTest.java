package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

@Timeout(60)
class AlarmTest {
    private final Queue<Exchange> waiting = new ConcurrentLinkedQueue<>();
    private final Alarm alarm = new Alarm(() -> waiting);

    @AfterEach
    void close() {
        alarm.close();
    }

    @Test
    void it_rings_when_the_time_is_over_and_not_before() {
        long began = System.nanoTime();
        Exchange exchange = mind(Duration.ofMillis(200));
        awaitRing(exchange);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    @Test
    void whoever_is_due_first_is_rung_first_whenever_they_came() {
        Exchange later = mind(Duration.ofMinutes(10));
        Exchange sooner = mind(Duration.ofMillis(50));
        Exchange between = mind(Duration.ofMillis(150));
        awaitRing(sooner);
        awaitRing(between);
        assertThat(later.isOverdue()).isFalse();
    }

    @Test
    void a_call_that_was_answered_before_keeps_nobody_from_being_rung() {
        Exchange answered = mind(Duration.ofMillis(30));
        waiting.remove(answered);
        awaitRing(mind(Duration.ofMillis(60)));
        assertThat(answered.isOverdue()).isFalse();
    }

    private static void awaitRing(Exchange exchange) {
        while (!exchange.isOverdue()) {
            exchange.park(Conversation.NEVER);
        }
        assertThat(exchange.settled()).isNull();
    }

    private Exchange mind(Duration limit) {
        var exchange =
                new Exchange("r", "j", new byte[0], System.nanoTime() + limit.toNanos(), null);
        waiting.add(exchange);
        alarm.mind(exchange);
        return exchange;
    }
}
