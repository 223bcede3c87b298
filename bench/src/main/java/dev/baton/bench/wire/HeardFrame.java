package dev.baton.bench.wire;

import dev.baton.protocol.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

import java.util.function.Consumer;

/// Reads a frame of the orchestrator: five fields of each message, and nothing is checked that the codec's own tests
/// check already.
public final class HeardFrame {
    private HeardFrame() {}

    public static void read(byte[] json, int length, Consumer<Heard> each) {
        try (JsonParser in =
                Json.FACTORY.createParser(ObjectReadContext.empty(), json, 0, length)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    each.accept(message(in));
                }
            }
        }
    }

    private static Heard message(JsonParser in) {
        String type = "";
        String leaseId = null;
        String jobId = null;
        String complaint = null;
        boolean accepted = false;
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            switch (name) {
                case "type" -> type = in.getString();
                case "lease_id" -> leaseId = in.getString();
                case "job_id" -> jobId = in.getString();
                case "accepted" -> accepted = in.getBooleanValue();
                case "reason", "code", "detail" -> complaint = joined(complaint, in.getString());
                default -> in.skipChildren();
            }
        }
        return new Heard(type, leaseId, jobId, accepted, complaint);
    }

    private static String joined(@Nullable String before, String more) {
        return before == null ? more : before + ": " + more;
    }
}
