package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.UUID;

class RequestIdsTest {
    private final RequestIds ids = new RequestIds();

    @Test
    @DisplayName("\"request_id (string): Unique ID for this request/response pair.\"")
    void an_id_is_a_uuid_that_was_made_once() {
        String first = ids.next();
        UUID uuid = UUID.fromString(first);
        assertThat(uuid.version()).isEqualTo(8);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(ids.next()).isNotEqualTo(first);
    }

    @Test
    void it_can_be_told_which_ids_were_made() {
        String made = ids.next();
        String notYet =
                new UUID(UUID.fromString(made).getMostSignificantBits(), 1L << 63 | 2).toString();
        assertThat(ids.isMade(made)).isTrue();
        assertThat(ids.isMade(notYet)).isFalse();
        assertThat(ids.isMade(new RequestIds().next())).isFalse();
        assertThat(ids.isMade("nonsense")).isFalse();
        assertThat(ids.next()).isEqualTo(notYet);
        assertThat(ids.isMade(notYet)).isTrue();
    }
}
