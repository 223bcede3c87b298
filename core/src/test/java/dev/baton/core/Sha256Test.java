package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Locale;

class Sha256Test {
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
    void a_digest_names_its_algorithm_where_asked_to() {
        Sha256 digest = Sha256.digestOf(new byte[0]);
        assertThat(digest.named()).isEqualTo("sha256:" + EMPTY);
        assertThat(Sha256.parseNamed("sha256:" + EMPTY)).isEqualTo(digest);
        for (String wrong :
                new String[] {EMPTY, "md5:" + EMPTY, "sha256:", "sha256:" + EMPTY + 0}) {
            assertThatThrownBy(() -> Sha256.parseNamed(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("64 hexadecimal digits");
        }
    }

    @Test
    void a_digest_is_64_hexadecimal_digits() {
        for (String wrong : new String[] {"", "abc", EMPTY + "0", EMPTY.replace('e', 'g')}) {
            assertThatThrownBy(() -> Sha256.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("64 hexadecimal digits");
        }
    }
}
