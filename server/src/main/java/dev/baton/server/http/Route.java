package dev.baton.server.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A method and a path that leads to an endpoint.
///
/// @param template `/v1/jobs/{job}`; a last `{name...}` takes the rest of the path, slashes included
public record Route(String method, String template, Access access, Endpoint endpoint) {
    public static Route get(String template, Access access, Endpoint endpoint) {
        return new Route("GET", template, access, endpoint);
    }

    public static Route post(String template, Access access, Endpoint endpoint) {
        return new Route("POST", template, access, endpoint);
    }

    public static Route put(String template, Access access, Endpoint endpoint) {
        return new Route("PUT", template, access, endpoint);
    }

    public static Route patch(String template, Access access, Endpoint endpoint) {
        return new Route("PATCH", template, access, endpoint);
    }

    public static Route delete(String template, Access access, Endpoint endpoint) {
        return new Route("DELETE", template, access, endpoint);
    }

    boolean isLiteral() {
        return template.indexOf('{') < 0;
    }

    /// The template as OpenAPI writes it.
    public String openApiPath() {
        return template.replace("...}", "}");
    }

    /// The parameters in the path, if the path fits the template.
    Optional<Map<String, String>> match(List<String> segments) {
        List<String> expected = segments(template);
        var parameters = new HashMap<String, String>();
        for (int i = 0; i < expected.size(); i++) {
            String part = expected.get(i);
            if (i >= segments.size()) {
                return Optional.empty();
            }
            if (part.endsWith("...}")) {
                parameters.put(
                        part.substring(1, part.length() - 4),
                        String.join("/", segments.subList(i, segments.size())));
                return Optional.of(parameters);
            }
            if (part.startsWith("{")) {
                parameters.put(part.substring(1, part.length() - 1), segments.get(i));
            } else if (!part.equals(segments.get(i))) {
                return Optional.empty();
            }
        }
        return segments.size() == expected.size() ? Optional.of(parameters) : Optional.empty();
    }

    static List<String> segments(String path) {
        var segments = new ArrayList<String>();
        int start = 1;
        while (start <= path.length()) {
            int end = path.indexOf('/', start);
            segments.add(path.substring(start, end < 0 ? path.length() : end));
            start = end < 0 ? path.length() + 1 : end + 1;
        }
        return segments;
    }
}
