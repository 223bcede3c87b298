package dev.baton.runner.log;

import dev.baton.protocol.log.LogSource;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// The last bytes of what had no room in a log. It costs a copy, however much comes: lines are made of what is left in the end.
final class Tail {
    static final int MOST_BYTES = 64 << 10;

    private static final int BLOCK_BYTES = 4 << 10;

    /// What was printed longer after the first byte of a block is given a time of its own.
    private static final Duration BLOCK_TIME = Duration.ofMillis(100);

    private final Deque<Block> blocks = new ArrayDeque<>();
    private long kept;
    private long dropped;

    /// Bytes of one source that were printed at one time, or almost.
    static final class Block {
        final LogSource source;
        final Instant at;
        final byte[] bytes = new byte[BLOCK_BYTES];
        int start;
        int end;

        Block(LogSource source, Instant at) {
            this.source = source;
            this.at = at;
        }

        boolean takes(LogSource from, Instant when) {
            return end < BLOCK_BYTES && from == source && when.isBefore(at.plus(BLOCK_TIME));
        }
    }

    void add(LogSource source, Instant at, byte[] bytes, int offset, int length) {
        int skipped = Math.max(0, length - MOST_BYTES);
        dropped += skipped;
        int from = offset + skipped;
        int end = offset + length;
        while (from < end) {
            Block block = blocks.peekLast();
            if (block == null || !block.takes(source, at)) {
                block = new Block(source, at);
                blocks.addLast(block);
            }
            int count = Math.min(end - from, BLOCK_BYTES - block.end);
            System.arraycopy(bytes, from, block.bytes, block.end, count);
            block.end += count;
            kept += count;
            from += count;
        }
        forgetFirst();
    }

    private void forgetFirst() {
        while (kept > MOST_BYTES) {
            Block first = blocks.getFirst();
            int count = (int) Math.min(kept - MOST_BYTES, first.end - first.start);
            first.start += count;
            kept -= count;
            dropped += count;
            if (first.start == first.end) {
                blocks.removeFirst();
            }
        }
    }

    /// Bytes that are gone for good.
    long dropped() {
        return dropped;
    }

    long kept() {
        return kept;
    }

    Iterable<Block> blocks() {
        return blocks;
    }
}
