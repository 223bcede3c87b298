package dev.baton.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiskReserveTest {
    private static final long GIB = 1L << 30;

    @Test
    void the_reserve_fits_the_size_of_the_disk() {
        assertThat(DiskReserve.fitting(4 * GIB)).isEqualTo(4 * GIB / 10);
        assertThat(DiskReserve.fitting(20 * GIB)).isEqualTo(GIB);
        assertThat(DiskReserve.fitting(100 * GIB)).isEqualTo(5 * GIB);
        assertThat(DiskReserve.fitting(10_000 * GIB)).isEqualTo(10 * GIB);
    }
}
