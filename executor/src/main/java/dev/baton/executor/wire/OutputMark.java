package dev.baton.executor.wire;

import java.nio.charset.StandardCharsets;

/// How an executor says which call a line that it prints belongs to. The protocol knows nothing of it: a runner that can make use of marks puts
/// [#VARIABLE] into the environment of the process, and an executor that does not know the variable prints as ever.
///
/// A marked line is U+001E, the value of the variable, a space, the id of the request, then a space and a whole line, or `+` and a piece of one that
/// goes on in the next marked line of this call; and in both cases a line feed. The value is random, so that nobody else can print marks.
public final class OutputMark {
    public static final String VARIABLE = "BATON_OUTPUT_MARK";

    public static final byte SEPARATOR = 0x1e;
    public static final byte WHOLE_LINE = ' ';
    public static final byte PIECE = '+';

    /// What a pipe takes in one piece, whoever else writes to it.
    public static final int MAX_RECORD_BYTES = 4_096;

    private OutputMark() {}

    /// What a marked line begins with, up to the id of the request.
    public static byte[] beginning(String value) {
        return ((char) SEPARATOR + value + ' ').getBytes(StandardCharsets.US_ASCII);
    }
}
