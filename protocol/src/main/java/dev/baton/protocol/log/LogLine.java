package dev.baton.protocol.log;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/// One line of a log: `2026-11-15T23:27:12.123456Z stdout F the text`. `F` is a full line, which ended with a newline; `P` is
/// the part of one that goes on in the next line of the same source. The text is whatever bytes were printed, without the
/// newline.
public record LogLine(Instant at, LogSource source, boolean full, ByteBuffer text) {
    /// The first line of a log in this form.
    public static final String HEADER = "#baton-log 1";

    /// The longest text of a line; what is longer is written in parts.
    public static final int MOST_BYTES = 16 << 10;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final int TIME_LENGTH = "2026-11-15T23:27:12.123456Z".length();

    public LogLine {
        text = text.asReadOnlyBuffer();
    }

    public LogLine(Instant at, LogSource source, boolean full, byte[] text) {
        this(at, source, full, ByteBuffer.wrap(text));
    }

    /// The text, copied.
    public byte[] bytes() {
        var bytes = new byte[text.remaining()];
        text.duplicate().get(bytes);
        return bytes;
    }

    /// Appends the line and its newline.
    public void writeTo(ByteArrayOutputStream out) {
        String start = TIME.format(at) + " " + source.word() + (full ? " F " : " P ");
        out.writeBytes(start.getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(bytes());
        out.write('\n');
    }

    /// Reads a line without its newline.
    ///
    /// @return null if it has another form
    public static @Nullable LogLine read(byte[] line) {
        if (line.length <= TIME_LENGTH || line[TIME_LENGTH] != ' ') {
            return null;
        }
        int end = TIME_LENGTH + 1;
        while (end < line.length && line[end] != ' ') {
            end++;
        }
        if (end + 2 >= line.length || line[end + 2] != ' ') {
            return null;
        }
        LogSource source = LogSource.ofWord(ascii(line, TIME_LENGTH + 1, end));
        byte kind = line[end + 1];
        if (source == null || (kind != 'F' && kind != 'P')) {
            return null;
        }
        try {
            Instant at = Instant.parse(ascii(line, 0, TIME_LENGTH));
            return new LogLine(
                    at, source, kind == 'F', Arrays.copyOfRange(line, end + 3, line.length));
        } catch (DateTimeException _) {
            return null;
        }
    }

    private static String ascii(byte[] line, int from, int to) {
        return new String(line, from, to - from, StandardCharsets.US_ASCII);
    }

    /// Untrusted bytes are not printed.
    @Override
    public String toString() {
        return "LogLine[%s %s, %d bytes]".formatted(at, source, text.remaining());
    }
}
