package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// Answers of the API on their way to people and programs.
final class Answers {
    private static final int MOST_ON_A_PAGE = 1_000;
    private static final JsonMapper PRETTY =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Answers() {}

    /// For programs, and readable.
    static String json(JsonNode node) {
        return PRETTY.writeValueAsString(node);
    }

    /// A name that users gave, as a part of a path.
    static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// How a list goes on.
    ///
    /// @param next the member of a page that says where the next one begins
    /// @param parameter how this is asked for
    record Paging(String next, String parameter) {
        static final Paging CURSOR = new Paging("next_cursor", "cursor");
        static final Paging AFTER = new Paging("next", "after");
    }

    /// The newest of a list, page by page.
    ///
    /// @param member what the list is called in the answer
    static ArrayNode newest(
            Remote remote, String path, Map<String, String> filter, String member, int most)
            throws ClientException {
        return newest(remote, path, filter, member, most, Paging.CURSOR);
    }

    static ArrayNode newest(
            Remote remote,
            String path,
            Map<String, String> filter,
            String member,
            int most,
            Paging paging)
            throws ClientException {
        var all = JsonNodeFactory.instance.arrayNode();
        var query = new TreeMap<>(filter);
        while (all.size() < most) {
            query.put("limit", Integer.toString(Math.min(most - all.size(), MOST_ON_A_PAGE)));
            JsonNode page = remote.get(path + "?" + encoded(query));
            page.path(member).forEach(all::add);
            String next = page.path(paging.next()).asString("");
            if (next.isEmpty()) {
                break;
            }
            query.put(paging.parameter(), next);
        }
        return all;
    }

    private static String encoded(Map<String, String> query) {
        var text = new StringBuilder();
        query.forEach(
                (name, value) ->
                        text.append(text.isEmpty() ? "" : "&")
                                .append(name)
                                .append('=')
                                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return text.toString();
    }
}
