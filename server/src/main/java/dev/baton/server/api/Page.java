package dev.baton.server.api;

import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Which part of a list is asked for: `?limit=` and the opaque `?cursor=` of the page before.
///
/// @param before the id that the page before ended with, or nothing for the first page
record Page(@Nullable Long before, int limit) {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST = 1_000;
    private static final String PREFIX = "before:";

    static Page of(Call call) {
        int limit = (int) call.query("limit", 1, MOST, DEFAULT_LIMIT);
        return new Page(call.query("cursor").map(Page::decode).orElse(null), limit);
    }

    /// Says in an answer where the next page begins, if there is one.
    static void putNext(@Nullable Long before, ObjectNode answer) {
        answer.put("next_cursor", before == null ? null : encode(before));
    }

    private static String encode(long before) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((PREFIX + before).getBytes(StandardCharsets.UTF_8));
    }

    private static long decode(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (text.startsWith(PREFIX)) {
                long before = Long.parseLong(text.substring(PREFIX.length()));
                if (before > 0) {
                    return before;
                }
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw Problem.invalid("cursor: expected the next_cursor of an earlier answer")
                .asException();
    }
}
