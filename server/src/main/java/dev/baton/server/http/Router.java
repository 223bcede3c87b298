package dev.baton.server.http;

import org.eclipse.jetty.util.URIUtil;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Finds the endpoint of a request.
final class Router {
    private final Map<String, Map<String, Route>> literal = new HashMap<>();
    private final List<Route> templates = new ArrayList<>();

    /// What a path leads to.
    record Found(Route route, Map<String, String> parameters) {}

    Router(List<Route> routes) {
        for (Route route : routes) {
            if (route.isLiteral()) {
                literal.computeIfAbsent(route.template(), _ -> new HashMap<>())
                        .put(route.method(), route);
            } else {
                templates.add(route);
            }
        }
    }

    /// @param method HEAD finds what GET finds
    Found find(String method, String path) {
        String wanted = method.equals("HEAD") ? "GET" : method;
        Map<String, Route> here = literal.get(path);
        Route exact = here == null ? null : here.get(wanted);
        if (exact != null) {
            return new Found(exact, Map.of());
        }
        var allowed = new LinkedHashSet<String>();
        if (here != null) {
            allowed.addAll(here.keySet());
        }
        List<String> segments = decoded(path);
        for (Route route : templates) {
            var parameters = route.match(segments);
            if (parameters.isPresent()) {
                if (route.method().equals(wanted)) {
                    return new Found(route, parameters.get());
                }
                allowed.add(route.method());
            }
        }
        if (allowed.isEmpty()) {
            throw Problem.of(404, "NO_SUCH_PATH", "there is nothing at this path").asException();
        }
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        allowed.add("OPTIONS");
        throw Problem.of(405, "METHOD_NOT_ALLOWED", "the path has other methods: see Allow")
                .withHeader("Allow", String.join(", ", allowed))
                .asException();
    }

    private static List<String> decoded(String path) {
        return Route.segments(path).stream().map(Router::decode).toList();
    }

    private static String decode(String segment) {
        try {
            return URIUtil.decodePath(segment);
        } catch (IllegalArgumentException _) {
            throw Problem.invalid("the path is not percent-encoded UTF-8").asException();
        }
    }
}
