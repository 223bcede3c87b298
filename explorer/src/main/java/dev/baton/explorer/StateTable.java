package dev.baton.explorer;

import java.util.Arrays;

/// Every state that was met, once, with the move that first led to it. Compared in full: no state is taken for another because
/// their hashes are alike. Any thread may add.
final class StateTable {
    static final long KNOWN = -1;
    static final long NO_PARENT = -1;

    private static final int SHARDS = 64;
    private static final int SHARD_BITS = 6;

    private final Shard[] shards = new Shard[SHARDS];

    StateTable(int words) {
        Arrays.setAll(shards, _ -> new Shard(words));
    }

    /// Adds a state.
    ///
    /// @return its number, or [#KNOWN] if it was there
    long add(long[] state, long parent, int move) {
        long hash = hash(state);
        int shard = (int) (hash >>> (Long.SIZE - SHARD_BITS));
        int place = shards[shard].add(state, hash, parent, move);
        return place < 0 ? KNOWN : ((long) shard << Integer.SIZE) | place;
    }

    void read(long number, long[] state) {
        shard(number).read((int) number, state);
    }

    long parent(long number) {
        return shard(number).parent((int) number);
    }

    int move(long number) {
        return shard(number).move((int) number);
    }

    long size() {
        return Arrays.stream(shards).mapToLong(Shard::size).sum();
    }

    private Shard shard(long number) {
        return shards[(int) (number >>> Integer.SIZE)];
    }

    private static long hash(long[] state) {
        long hash = 0x9e3779b97f4a7c15L;
        for (long word : state) {
            hash = (hash ^ word) * 0xbf58476d1ce4e5b9L;
            hash ^= hash >>> 29;
            hash *= 0x94d049bb133111ebL;
            hash ^= hash >>> 32;
        }
        return hash;
    }

    /// A part of the states, by their hash.
    private static final class Shard {
        private static final int FIRST_CAPACITY = 1 << 10;

        private final int words;
        private long[] states;
        private long[] parents = new long[FIRST_CAPACITY];
        private int[] moves = new int[FIRST_CAPACITY];

        /// Numbers of states plus one, by hash; zero where there is none. At most half full.
        private int[] index = new int[2 * FIRST_CAPACITY];

        private int size;

        Shard(int words) {
            this.words = words;
            states = new long[FIRST_CAPACITY * words];
        }

        synchronized int add(long[] state, long hash, long parent, int move) {
            int slot = find(state, hash);
            if (index[slot] != 0) {
                return -1;
            }
            if (size == parents.length) {
                grow();
                slot = find(state, hash);
            }
            System.arraycopy(state, 0, states, size * words, words);
            parents[size] = parent;
            moves[size] = move;
            index[slot] = size + 1;
            return size++;
        }

        private int find(long[] state, long hash) {
            int mask = index.length - 1;
            int slot = (int) hash & mask;
            while (index[slot] != 0 && !equal(state, index[slot] - 1)) {
                slot = (slot + 1) & mask;
            }
            return slot;
        }

        private boolean equal(long[] state, int number) {
            int from = number * words;
            return Arrays.equals(states, from, from + words, state, 0, words);
        }

        private void grow() {
            int capacity = 2 * size;
            states = Arrays.copyOf(states, capacity * words);
            parents = Arrays.copyOf(parents, capacity);
            moves = Arrays.copyOf(moves, capacity);
            index = new int[2 * capacity];
            var state = new long[words];
            for (int number = 0; number < size; number++) {
                System.arraycopy(states, number * words, state, 0, words);
                index[find(state, hash(state))] = number + 1;
            }
        }

        synchronized void read(int number, long[] state) {
            System.arraycopy(states, number * words, state, 0, words);
        }

        synchronized long parent(int number) {
            return parents[number];
        }

        synchronized int move(int number) {
            return moves[number];
        }

        synchronized int size() {
            return size;
        }
    }
}
