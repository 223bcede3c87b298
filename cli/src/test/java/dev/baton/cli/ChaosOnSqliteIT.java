package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(600)
class ChaosOnSqliteIT {
    @Test
    void nothing_is_lost_doubled_stale_or_left_over() throws Exception {
        assertThat(ChaosMinute.on("sqlite", 520).get("restarts").intValue()).isZero();
    }
}
