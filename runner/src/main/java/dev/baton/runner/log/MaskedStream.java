package dev.baton.runner.log;

import java.util.Arrays;

/// A stream of bytes with its secrets hidden, also those that come in pieces: what may be the beginning of a secret is held
/// back until it is clear.
final class MaskedStream {
    /// Takes what is fit to be seen.
    interface Sink {
        void write(byte[] bytes, int offset, int length);
    }

    private final SecretMask mask;
    private final Sink sink;
    private byte[] held = new byte[0];

    /// How many of the bytes to come belong to a secret that was seen already.
    private int covered;

    private boolean hiding;

    MaskedStream(SecretMask mask, Sink sink) {
        this.mask = mask;
        this.sink = sink;
    }

    void write(byte[] bytes, int length) {
        if (mask.isEmpty()) {
            sink.write(bytes, 0, length);
        } else if (held.length == 0) {
            pass(bytes, length, false);
        } else {
            byte[] all = Arrays.copyOf(held, held.length + length);
            System.arraycopy(bytes, 0, all, held.length, length);
            pass(all, all.length, false);
        }
    }

    /// Nothing more comes: what was held back was no secret.
    void end() {
        pass(held, held.length, true);
        hiding = false;
    }

    private void pass(byte[] bytes, int end, boolean last) {
        int clearFrom = 0;
        int at = 0;
        while (at < end) {
            if (!last && mask.mayBeginAt(bytes, at, end)) {
                break;
            }
            covered = Math.max(covered, mask.matchAt(bytes, at, end));
            if (covered > 0) {
                if (!hiding) {
                    emit(bytes, clearFrom, at);
                    sink.write(SecretMask.STARS, 0, SecretMask.STARS.length);
                    hiding = true;
                }
                covered--;
                clearFrom = at + 1;
            } else {
                hiding = false;
            }
            at++;
        }
        emit(bytes, clearFrom, at);
        held = Arrays.copyOfRange(bytes, at, end);
    }

    private void emit(byte[] bytes, int from, int to) {
        if (to > from) {
            sink.write(bytes, from, to - from);
        }
    }
}
