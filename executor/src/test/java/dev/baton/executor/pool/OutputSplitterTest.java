package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.executor.wire.OutputMark;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

/// Which bytes belong to which call.
class OutputSplitterTest implements OutputSplitter.Sink {
    private static final String MARK = "\u001eabc0 ";

    private final StringBuilder split = new StringBuilder();
    private final OutputSplitter splitter = new OutputSplitter(OutputMark.beginning("abc0"), this);
    private String target = "";

    @Override
    public void plain(byte[] bytes, int from, int to) {
        add("", bytes, from, to);
    }

    @Override
    public OutputSplitter.Target marked(String requestId, boolean isPiece) {
        return (bytes, from, to) -> add(requestId, bytes, from, to);
    }

    private void add(String to, byte[] bytes, int from, int end) {
        if (!to.equals(target)) {
            split.append('[').append(to).append(']');
            target = to;
        }
        split.append(new String(bytes, from, end - from, StandardCharsets.ISO_8859_1));
    }

    private String split(String printed, int chunk) {
        byte[] all = printed.getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at < all.length; at += chunk) {
            int length = Math.min(chunk, all.length - at);
            byte[] some = new byte[length + 1];
            System.arraycopy(all, at, some, 0, length);
            splitter.take(some, length);
        }
        splitter.end();
        return split.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 11, 1_000})
    void marked_lines_and_pieces_of_lines_go_to_their_calls_however_they_are_cut(int chunk) {
        assertThat(
                        split(
                                "one\n"
                                        + MARK
                                        + "11-1 two\n"
                                        + MARK
                                        + "22-2+th\n"
                                        + MARK
                                        + "22-2 ree\nfour"
                                        + MARK
                                        + "11-1 \n"
                                        + "five\n",
                                chunk))
                .isEqualTo("one\n[11-1]two\n[22-2]three\n[]four[11-1]\n[]five\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001e",
                "\u001eabc0",
                "\u001eabc0 ",
                "\u001eabc0 11-1",
                "\u001eabc1 11-1 text\n",
                "\u001e\u001e\u001eabc0 11-1\n",
                "\u001eabc0 11-1\u001eabc0 zz text\n",
                "\u001eabc0 11111111111111111111111111111111111111111111111111111111111111111 text\n"
            })
    void what_only_looks_like_a_mark_is_passed_on_as_it_is(String printed) {
        for (int chunk : new int[] {1, 4, 1_000}) {
            split.setLength(0);
            assertThat(split(printed, chunk)).isEqualTo(printed);
        }
    }

    @Test
    void a_mark_within_a_marked_line_is_text() {
        assertThat(split(MARK + "1 a" + MARK + "2 b\nc", 1_000))
                .isEqualTo("[1]a" + MARK + "2 b\n[]c");
    }
}
