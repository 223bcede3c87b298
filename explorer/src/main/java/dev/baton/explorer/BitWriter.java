package dev.baton.explorer;

/// Small numbers, packed into one.
final class BitWriter {
    private long value;
    private int used;

    BitWriter put(int number, int bits) {
        if (number < 0 || number >= 1 << bits || used + bits > Long.SIZE) {
            throw new IllegalStateException("%d does not fit into %d bits".formatted(number, bits));
        }
        value |= (long) number << used;
        used += bits;
        return this;
    }

    long value() {
        return value;
    }
}
