package dev.baton.explorer;

/// What a [BitWriter] packed, in the same order.
final class BitReader {
    private long left;

    BitReader(long value) {
        left = value;
    }

    int take(int bits) {
        int number = (int) (left & ((1L << bits) - 1));
        left >>>= bits;
        return number;
    }
}
