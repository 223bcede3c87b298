package dev.baton.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BlobValuesTest {
    @Test
    void the_default_limits_are_a_gibibyte_a_log_and_256_logs_open() {
        assertThat(BlobLimits.DEFAULTS).isEqualTo(new BlobLimits(1_073_741_824, 256));
    }

    @Test
    void all_that_is_wrong_with_limits_is_said_together() {
        assertThatThrownBy(() -> new BlobLimits(0, 0))
                .hasMessageContaining("blobs.max_log_bytes")
                .hasMessageContaining("blobs.max_open_logs");
    }

    @Test
    void jobs_and_epochs_count_from_one() {
        assertThatThrownBy(() -> new JobEpoch(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JobEpoch(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_label_cannot_smuggle_in_a_header() {
        assertThatThrownBy(() -> new ArtifactLabel("junit", "text/html\r\nSet-Cookie: x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ArtifactLabel("", "text/html"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
