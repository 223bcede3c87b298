package dev.baton.server;

import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// Makes requests from the OpenAPI document: some as it says, some nearly so, some out of spite. The same seed makes the
/// same requests.
final class FuzzRequests {
    private static final int DEEPEST = 4096;
    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamWriteConstraints(
                                            StreamWriteConstraints.builder()
                                                    .maxNestingDepth(2 * DEEPEST)
                                                    .build())
                                    .build())
                    .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> HOSTILE =
            List.of(
                    "",
                    " ",
                    "0",
                    "-1",
                    "9223372036854775808",
                    "1e999",
                    "null",
                    "../../etc/passwd",
                    "..%2f..%2fetc%2fpasswd",
                    "%00",
                    "%ff%fe",
                    "%zz",
                    "a;b=c",
                    "\u0001\u001b[2J",
                    "' OR 1=1 --",
                    "{}",
                    "x".repeat(3000),
                    "\u202eevil",
                    "job_0",
                    "job_-1",
                    "run_99999999999999999999");
    private static final List<String> METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW");
    private static final List<String> TYPES =
            List.of(
                    "application/json",
                    "application/json; charset=utf-7",
                    "text/plain",
                    "application/octet-stream",
                    "multipart/form-data; boundary=x",
                    "nonsense");

    private final Random random;
    private final List<Operation> operations = new ArrayList<>();
    private final String token;

    private record Operation(String method, String path, JsonNode description) {}

    FuzzRequests(JsonNode document, String token, long seed) {
        random = new Random(seed);
        this.token = token;
        for (var path : document.get("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                operations.add(
                        new Operation(
                                operation.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                operation.getValue()));
            }
        }
    }

    /// The bytes of the next request. It asks for the connection to be closed.
    byte[] next() {
        var operation = pick(operations);
        boolean wild = random.nextInt(8) == 0;
        String method = wild ? pick(METHODS) : operation.method();
        var head =
                new StringBuilder(method)
                        .append(' ')
                        .append(path(operation))
                        .append(" HTTP/1.1\r\n");
        head.append("Host: baton\r\nConnection: close\r\nAuthorization: Bearer ").append(token);
        head.append("\r\n");
        for (JsonNode parameter : operation.description().path("parameters")) {
            if (parameter.get("in").stringValue().equals("header") && random.nextInt(4) > 0) {
                head.append(parameter.get("name").stringValue()).append(": ");
                head.append(printable(pick(HOSTILE))).append("\r\n");
            }
        }
        byte[] body = body(operation);
        if (body.length > 0) {
            String type =
                    random.nextInt(8) == 0
                            ? pick(TYPES)
                            : operation
                                    .description()
                                    .at("/requestBody/content")
                                    .propertyNames()
                                    .stream()
                                    .findFirst()
                                    .orElse("application/json");
            head.append("Content-Type: ").append(type).append("\r\n");
        }
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        byte[] first = head.toString().getBytes(StandardCharsets.UTF_8);
        byte[] whole = java.util.Arrays.copyOf(first, first.length + body.length);
        System.arraycopy(body, 0, whole, first.length, body.length);
        return whole;
    }

    private String path(Operation operation) {
        String path = operation.path();
        var query = new StringBuilder();
        for (JsonNode parameter : operation.description().path("parameters")) {
            String name = parameter.get("name").stringValue();
            String value = random.nextInt(3) == 0 ? "job_1" : pick(HOSTILE);
            switch (parameter.get("in").stringValue()) {
                case "path" -> path = path.replace("{" + name + "}", inPath(value));
                case "query" -> {
                    if (random.nextBoolean()) {
                        query.append(query.isEmpty() ? '?' : '&').append(name).append('=');
                        query.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
                    }
                }
                default -> {}
            }
        }
        return path + query;
    }

    /// As it is if it is percent-encoded, badly perhaps; otherwise encoded.
    private static String inPath(String value) {
        return value.indexOf('%') >= 0 ? value : URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static String printable(String value) {
        return value.replaceAll("[^ -~]", "?");
    }

    private byte[] body(Operation operation) {
        JsonNode example =
                operation.description().at("/requestBody/content/application~1json/example");
        if (example.isMissingNode()) {
            byte[] noise = new byte[operation.description().has("requestBody") ? 64 : 0];
            random.nextBytes(noise);
            return noise;
        }
        JsonNode changed = example.deepCopy();
        if (changed.has("wait_seconds")) {
            ((ObjectNode) changed).put("wait_seconds", 0); // there is nothing to wait for
        }
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            changed = mutate(changed);
        }
        String text = JSON.writeValueAsString(changed);
        return switch (random.nextInt(12)) {
            case 0 ->
                    text.substring(0, random.nextInt(text.length() + 1))
                            .getBytes(StandardCharsets.UTF_8);
            case 1 -> text.getBytes(StandardCharsets.UTF_16);
            case 2 -> (text + text).getBytes(StandardCharsets.UTF_8);
            case 3 ->
                    text.replaceFirst("\\{", "{\"jobs\":1,\"jobs\":2,")
                            .getBytes(StandardCharsets.UTF_8);
            case 4 -> text.replace("\"", "\u00ff").getBytes(StandardCharsets.ISO_8859_1);
            default -> text.getBytes(StandardCharsets.UTF_8);
        };
    }

    /// The same, but for one place.
    private JsonNode mutate(JsonNode node) {
        if (node instanceof ObjectNode object && !object.isEmpty() && random.nextInt(4) > 0) {
            String field = pick(List.copyOf(object.propertyNames()));
            if (random.nextInt(6) == 0) {
                object.remove(field);
            } else {
                object.set(field, mutate(object.get(field)));
            }
            return object;
        }
        if (node instanceof ArrayNode array && !array.isEmpty() && random.nextInt(4) > 0) {
            int place = random.nextInt(array.size());
            array.set(place, mutate(array.get(place)));
            return array;
        }
        return switch (random.nextInt(9)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(random.nextLong());
            case 2 -> NODES.numberNode(1e300);
            case 3 -> NODES.booleanNode(true);
            case 4 -> NODES.stringNode("y".repeat(1 << random.nextInt(18)));
            case 5 -> NODES.objectNode();
            case 6 -> nested(random.nextInt(DEEPEST));
            case 7 -> NODES.arrayNode();
            default -> NODES.stringNode(pick(HOSTILE));
        };
    }

    private static JsonNode nested(int depth) {
        JsonNode inner = NODES.numberNode(1);
        for (int i = 0; i < depth; i++) {
            inner = NODES.arrayNode().add(inner);
        }
        return inner;
    }

    private <T> T pick(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
