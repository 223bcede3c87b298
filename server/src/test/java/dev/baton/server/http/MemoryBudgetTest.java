package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.server.http.MemoryBudget.Share;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

class MemoryBudgetTest {
    private final MemoryBudget budget = new MemoryBudget(1600);

    @Test
    void no_share_can_use_up_another() {
        assertThat(budget.tryHold(Share.USERS, budget.most(Share.USERS))).isTrue();
        assertThat(budget.tryHold(Share.USERS, 1)).isFalse();
        assertThat(budget.tryHold(Share.PARSING, 600)).isTrue();
        assertThat(budget.tryHold(Share.LEASES, 100)).isTrue();
        assertThat(budget.tryHold(Share.UPLOADS, 400)).isTrue();
    }

    @Test
    void who_waits_gets_what_another_gives_back() throws Exception {
        budget.tryHold(Share.USERS, budget.most(Share.USERS));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> budget.hold(Share.USERS, 10, Long.MAX_VALUE / 2));
            budget.release(Share.USERS, 20);
            assertThat(waiting.get()).isTrue();
        }
        assertThat(budget.held(Share.USERS)).isEqualTo(budget.most(Share.USERS) - 10);
    }

    @Test
    void a_request_that_can_never_fit_is_too_large_and_gives_back_what_it_held() {
        var memory = new HeldMemory(budget);
        memory.hold(100);
        var refused =
                catchThrowableOfType(
                        ProblemException.class, () -> memory.hold(budget.most(Share.USERS)));
        assertThat(refused.problem().status()).isEqualTo(413);
        memory.release();
        memory.release();
        assertThat(budget.held(Share.USERS)).isZero();
    }

    @Test
    void many_small_values_weigh_more_than_one_long_text() {
        byte[] text = ("[\"" + "a,b[".repeat(50_000) + "\"]").getBytes(StandardCharsets.UTF_8);
        byte[] values = ("[" + "[],".repeat(66_000) + "0]").getBytes(StandardCharsets.UTF_8);
        assertThat(JsonWeight.of(text)).isLessThan(text.length * 6L);
        assertThat(JsonWeight.of(values)).isGreaterThan(values.length * 60L);
        assertThat(JsonWeight.of(new String(values, StandardCharsets.UTF_8)))
                .isEqualTo(JsonWeight.of(values));
    }
}
