package dev.baton.server.runner;

import dev.baton.server.http.Problem;

import java.util.regex.Pattern;

/// Where the bytes of a request belong: `bytes 0-99/*`, `bytes 100-149/150` with the last ones, or `bytes */150` when
/// all of them were sent before.
///
/// @param total how long the whole is, or -1 while there is more to come
record ContentRange(long offset, long length, long total) {
    private static final Pattern FORM =
            Pattern.compile("bytes (?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18}|\\*)");

    static ContentRange parse(String header) {
        var match = FORM.matcher(header);
        if (!match.matches()) {
            throw invalid("expected bytes <first>-<last>/<total or *>");
        }
        long total = match.group(3).equals("*") ? -1 : Long.parseLong(match.group(3));
        if (match.group(1) == null) {
            if (total < 0) {
                throw invalid("expected a range or a total, got neither");
            }
            return new ContentRange(total, 0, total);
        }
        long first = Long.parseLong(match.group(1));
        long last = Long.parseLong(match.group(2));
        if (last < first) {
            throw invalid("expected the last byte not to come before the first");
        }
        if (total >= 0 && last != total - 1) {
            throw invalid("expected a total only with the last bytes");
        }
        return new ContentRange(first, last - first + 1, total);
    }

    boolean isFinal() {
        return total >= 0;
    }

    private static RuntimeException invalid(String what) {
        return Problem.of(400, "INVALID_RANGE", "Content-Range: " + what).asException();
    }
}
