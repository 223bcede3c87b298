package dev.baton.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Locale;

class BlobValuesTest {
    private static final String EMPTY =
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    @Test
    void a_digest_reads_what_it_prints() {
        Sha256 digest = Sha256.digestOf(new byte[0]);
        assertThat(digest).hasToString(EMPTY);
        assertThat(Sha256.parse(EMPTY)).isEqualTo(digest);
        assertThat(Sha256.parse(EMPTY.toUpperCase(Locale.ROOT))).isEqualTo(digest);
        assertThat(Sha256.of(digest.toBytes())).isEqualTo(digest);
    }

    @Test
    void a_digest_is_64_hexadecimal_digits() {
        for (String wrong : new String[] {"", "abc", EMPTY + "0", EMPTY.replace('e', 'g')}) {
            assertThatThrownBy(() -> Sha256.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("64 hexadecimal digits");
        }
    }

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
