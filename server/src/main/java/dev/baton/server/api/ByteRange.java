package dev.baton.server.api;

import dev.baton.server.http.Problem;

import java.util.regex.Pattern;

/// A part of something that has a size: `Range: bytes=0-99`, `bytes=100-` or `bytes=-50`.
record ByteRange(long first, long length) {
    private static final Pattern FORM = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /// @param header several ranges at once are not served: the whole is, as HTTP allows
    static ByteRange parse(String header, long size) {
        var match = FORM.matcher(header);
        if (!match.matches() || header.equals("bytes=-")) {
            return new ByteRange(0, size);
        }
        String from = match.group(1);
        String to = match.group(2);
        if (from.isEmpty()) {
            long length = Math.min(Long.parseLong(to), size);
            return checked(new ByteRange(size - length, length), size);
        }
        long first = Long.parseLong(from);
        long last = to.isEmpty() ? size - 1 : Math.min(Long.parseLong(to), size - 1);
        return checked(new ByteRange(first, last - first + 1), size);
    }

    boolean isWhole(long size) {
        return first == 0 && length == size;
    }

    String contentRange(long size) {
        return "bytes %d-%d/%d".formatted(first, first + length - 1, size);
    }

    private static ByteRange checked(ByteRange range, long size) {
        if (range.first() >= size || range.length() < 1) {
            throw Problem.of(
                            416,
                            "RANGE_NOT_SATISFIABLE",
                            "there are %d bytes so far".formatted(size))
                    .withHeader("Content-Range", "bytes */" + size)
                    .asException();
        }
        return range;
    }
}
