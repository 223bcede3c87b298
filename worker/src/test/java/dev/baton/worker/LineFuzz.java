package dev.baton.worker;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// For a fuzzer: any bytes, in chunks of a size that the first byte names, must be read at both ends, and as if they had come at once.
public final class LineFuzz {
    private static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

    private LineFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length < 2) {
            return;
        }
        int chunk = 1 + (data[0] & 0x3f);
        boolean lenient = data[0] < 0;
        check(
                read(new SupervisorTalk(ALL, lenient), data, chunk),
                read(new SupervisorTalk(ALL, lenient), data, data.length));
        check(read(new WorkerTalk(ALL), data, chunk), read(new WorkerTalk(ALL), data, data.length));
    }

    private static <M> Heard<M> read(Talk<M> talk, byte[] data, int chunk) {
        var heard = new Heard<M>();
        var reader = new LineReader<>(talk, heard);
        for (int from = 1; from < data.length; from += chunk) {
            reader.feed(data, from, Math.min(data.length, from + chunk));
        }
        reader.end();
        return heard;
    }

    private static <M> void check(Heard<M> inChunks, Heard<M> atOnce) {
        byte[] text = inChunks.text.toByteArray();
        String read = new String(text, StandardCharsets.UTF_8);
        if (!java.util.Arrays.equals(read.getBytes(StandardCharsets.UTF_8), text)) {
            throw new AssertionError("output is not UTF-8");
        }
        if (!read.equals(atOnce.text.toString(StandardCharsets.UTF_8))
                || !inChunks.verdicts.equals(atOnce.verdicts)) {
            throw new AssertionError("chunks make a difference");
        }
    }

    private static final class Heard<M> implements LineReader.Ears<M> {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private final List<Verdict<M>> verdicts = new ArrayList<>();

        @Override
        public void text(byte[] bytes, int from, int to) {
            text.write(bytes, from, to - from);
        }

        @Override
        public void heard(Verdict<M> verdict) {
            verdicts.add(verdict);
        }
    }
}
