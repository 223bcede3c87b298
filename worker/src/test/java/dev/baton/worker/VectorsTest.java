package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every line of `vectors.txt`, in six ways to be cut into chunks, at both ends.
class VectorsTest {
    private static final Set<Capability> ALL = EnumSet.allOf(Capability.class);
    private static final int WHOLE = Integer.MAX_VALUE;
    private static final Pattern ESCAPE = Pattern.compile("\\\\(x..|.)");
    private static final List<Integer> CHUNKS = List.of(1, 2, 3, 7, 64, WHOLE);

    record Vector(boolean agreed, List<String> supervisor, List<String> worker, String input) {
        @Override
        public String toString() {
            return (agreed ? "agreed " : "fresh ") + input;
        }
    }

    static List<Vector> vectors() throws IOException {
        try (InputStream in = VectorsTest.class.getResourceAsStream("vectors.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .map(VectorsTest::vector)
                    .toList();
        }
    }

    private static Vector vector(String[] columns) {
        assertThat(columns).hasSize(4);
        return new Vector(
                columns[0].equals("agreed"),
                List.of(columns[1].split(",")),
                List.of(columns[2].split(",")),
                columns[3]);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void the_supervisor_makes_the_same_of_it_however_it_is_cut(Vector vector) {
        for (int chunk : CHUNKS) {
            var talk = new SupervisorTalk(ALL, false);
            if (vector.agreed()) {
                talk.hear(new Decoded.Message<>(new WorkerMessage.Hello(words()), null));
            }
            check(talk, vector.supervisor(), vector.input(), chunk);
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void the_worker_makes_the_same_of_it_however_it_is_cut(Vector vector) {
        for (int chunk : CHUNKS) {
            var talk = new WorkerTalk(ALL);
            if (vector.agreed()) {
                talk.hear(new Decoded.Message<>(new SupervisorMessage.Welcome(words()), null));
            }
            check(talk, vector.worker(), vector.input(), chunk);
        }
    }

    private static <M> void check(Talk<M> talk, List<String> expected, String input, int chunk) {
        byte[] bytes = bytes(input);
        var heard = new Heard<M>();
        var reader = new LineReader<>(talk, heard);
        for (int from = 0; from < bytes.length; ) {
            int to = (int) Math.min(bytes.length, (long) from + chunk);
            byte[] piece = Arrays.copyOfRange(bytes, from, to);
            reader.feed(piece, 0, piece.length);
            Arrays.fill(piece, (byte) '!'); // it is the caller's again
            from = to;
        }
        reader.end();

        List<String> lines = lines(bytes);
        assertThat(expected).as("verdicts, one for each line").hasSameSizeAs(lines);
        var output = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            output.append(expected.get(i).equals("text") ? lines.get(i) : "");
        }
        assertThat(heard.output()).as("output in chunks of %d", chunk).isEqualTo(output.toString());
        assertThat(heard.verdicts)
                .as("verdicts in chunks of %d", chunk)
                .isEqualTo(expected.stream().filter(verdict -> !verdict.equals("text")).toList());
    }

    private static List<String> words() {
        return ALL.stream().map(Capability::word).toList();
    }

    /// As they were printed, with their newlines, and what is not UTF-8 replaced.
    private static List<String> lines(byte[] bytes) {
        return Stream.of(new String(bytes, StandardCharsets.UTF_8).split("(?<=\n)", -1))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.toList());
    }

    static byte[] bytes(String escaped) {
        // One character for each byte, so that an escape can stand for any.
        String raw =
                new String(escaped.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return ESCAPE.matcher(raw)
                .replaceAll(found -> Matcher.quoteReplacement(unescaped(found.group(1))))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String unescaped(String escape) {
        return switch (escape.charAt(0)) {
            case 'n' -> "\n";
            case 'r' -> "\r";
            case '\\' -> "\\";
            case 'x' -> String.valueOf((char) Integer.parseInt(escape.substring(1), 16));
            default -> throw new IllegalStateException("no escape: " + escape);
        };
    }

    /// What came out of a reader, verdicts as the words of the file.
    private static final class Heard<M> implements LineReader.Ears<M> {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private final List<String> verdicts = new ArrayList<>();

        @Override
        public void text(byte[] bytes, int from, int to) {
            text.write(bytes, from, to - from);
        }

        @Override
        public void heard(Verdict<M> verdict) {
            verdicts.add(
                    switch (verdict) {
                        case Verdict.Act<M> _ -> "act";
                        case Verdict.Ignore<M> ignore ->
                                ignore.cause().name().toLowerCase(Locale.ROOT);
                    });
        }

        String output() {
            return text.toString(StandardCharsets.UTF_8);
        }
    }
}
