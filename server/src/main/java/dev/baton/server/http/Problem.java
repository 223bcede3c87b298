package dev.baton.server.http;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;

/// An error as clients see it: `application/problem+json` (RFC 9457).
///
/// @param code what programs tell apart
/// @param detail what people read; never a secret, never how we are built
/// @param more other members, by name
/// @param headers that belong to the status
public record Problem(
        int status,
        String code,
        String detail,
        Map<String, Object> more,
        Map<String, String> headers) {
    public static final String CONTENT_TYPE = "application/problem+json";

    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, Map.of(), Map.of());
    }

    public static Problem invalid(String detail) {
        return of(400, "INVALID_REQUEST", detail);
    }

    public static Problem notFound(String what) {
        return of(404, "NOT_FOUND", what + " does not exist");
    }

    public Problem withHeader(String name, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new Problem(status, code, detail, more, all);
    }

    public Problem with(String member, Object value) {
        var all = new LinkedHashMap<>(more);
        all.put(member, value);
        return new Problem(status, code, detail, all, headers);
    }

    public ProblemException asException() {
        return new ProblemException(this);
    }

    ObjectNode toJson(String requestId) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("type", "about:blank");
        json.put("title", title(status));
        json.put("status", status);
        json.put("detail", detail);
        json.put("code", code);
        json.put("instance", requestId);
        more.forEach((member, value) -> json.putPOJO(member, value));
        return json;
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad request";
            case 401 -> "Who are you?";
            case 403 -> "Not allowed";
            case 404 -> "Not found";
            case 405 -> "Method not allowed";
            case 408 -> "Too slow";
            case 409 -> "Conflict";
            case 413 -> "Too large";
            case 415 -> "Unsupported media type";
            case 416 -> "Range not satisfiable";
            case 422 -> "Not acceptable as it is";
            case 426 -> "Upgrade required";
            case 429 -> "Too many requests";
            case 431 -> "Headers too large";
            case 503 -> "Unavailable";
            case 507 -> "No space left";
            default -> status < 500 ? "Bad request" : "Internal error";
        };
    }
}
