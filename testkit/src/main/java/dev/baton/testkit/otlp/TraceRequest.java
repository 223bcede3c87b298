package dev.baton.testkit.otlp;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads what is posted to `/v1/traces`, by the numbers that the OTLP specification gives to fields.
final class TraceRequest {
    private static final int RESOURCE_SPANS = 1;
    private static final int RESOURCE = 1;
    private static final int RESOURCE_ATTRIBUTES = 1;
    private static final int SCOPE_SPANS = 2;
    private static final int SPANS = 2;
    private static final int TRACE_ID = 1;
    private static final int SPAN_ID = 2;
    private static final int PARENT_ID = 4;
    private static final int NAME = 5;
    private static final int START = 7;
    private static final int END = 8;
    private static final int ATTRIBUTES = 9;
    private static final int STATUS = 15;
    private static final int STATUS_CODE = 3;
    private static final int ERROR = 2;
    private static final int KEY = 1;
    private static final int VALUE = 2;
    private static final int TEXT = 1;
    private static final int INTEGER = 3;

    private TraceRequest() {}

    static List<SeenSpan> spans(byte[] body) {
        var spans = new ArrayList<SeenSpan>();
        var request = new ProtobufMessage(ByteBuffer.wrap(body));
        for (ProtobufMessage ofProcess : request.messages(RESOURCE_SPANS)) {
            String service =
                    ofProcess.messages(RESOURCE).stream()
                            .map(resource -> attributes(resource, RESOURCE_ATTRIBUTES))
                            .map(attributes -> attributes.getOrDefault("service.name", ""))
                            .findFirst()
                            .orElse("");
            ofProcess.messages(SCOPE_SPANS).stream()
                    .flatMap(scope -> scope.messages(SPANS).stream())
                    .map(span -> span(service, span))
                    .forEach(spans::add);
        }
        return spans;
    }

    private static SeenSpan span(String service, ProtobufMessage span) {
        return new SeenSpan(
                service,
                span.text(NAME),
                span.hex(TRACE_ID),
                span.hex(SPAN_ID),
                span.hex(PARENT_ID),
                span.number(START),
                span.number(END),
                attributes(span, ATTRIBUTES),
                span.messages(STATUS).stream()
                        .anyMatch(status -> status.number(STATUS_CODE) == ERROR));
    }

    private static Map<String, String> attributes(ProtobufMessage message, int key) {
        var attributes = new HashMap<String, String>();
        for (ProtobufMessage attribute : message.messages(key)) {
            for (ProtobufMessage value : attribute.messages(VALUE)) {
                attributes.put(
                        attribute.text(KEY),
                        value.has(TEXT) ? value.text(TEXT) : Long.toString(value.number(INTEGER)));
            }
        }
        return attributes;
    }
}
