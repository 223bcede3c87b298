package dev.baton.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LeaseDigestTest {

    @Test
    void a_digest_reads_back_as_its_32_bytes() {
        var bytes = bytes();

        assertThat(LeaseDigest.of(bytes).toBytes()).isEqualTo(bytes);
    }

    @Test
    void digests_differ_if_any_byte_does() {
        var digest = LeaseDigest.of(bytes());
        for (int i = 0; i < LeaseDigest.BYTES; i++) {
            var other = bytes();
            other[i] ^= 1;
            assertThat(LeaseDigest.of(other)).isNotEqualTo(digest);
        }
    }

    @Test
    void anything_but_32_bytes_is_no_digest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeaseDigest.of(new byte[31]))
                .withMessage("expected 32 bytes, got 31");
    }

    private static byte[] bytes() {
        var bytes = new byte[LeaseDigest.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 37 - 100);
        }
        return bytes;
    }
}
