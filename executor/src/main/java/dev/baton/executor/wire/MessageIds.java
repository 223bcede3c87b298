package dev.baton.executor.wire;

import dev.baton.protocol.ProtocolException;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// What a message that cannot be taken is about, so that it can be answered all the same.
///
/// @param type what the envelope says it is; null if that could not be read
record MessageIds(@Nullable String type, @Nullable String requestId, @Nullable String jobId) {
    static final MessageIds NONE = new MessageIds(null, null, null);

    /// Those that stand in an envelope before the place where it cannot be read any more.
    static MessageIds salvagedFrom(byte[] json) {
        var search = new Search();
        try (JsonParser in = WireJson.parser(json)) {
            search.envelope(in);
        } catch (JacksonException _) {
            // Here is the place.
        }
        return new MessageIds(search.type, search.requestId, search.jobId);
    }

    private static final class Search {
        private @Nullable String type;
        private @Nullable String requestId;
        private @Nullable String jobId;

        void envelope(JsonParser in) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                if (in.nextToken() == JsonToken.START_OBJECT && name.equals("payload")) {
                    payload(in);
                } else if (in.currentToken() == JsonToken.VALUE_STRING && name.equals("type")) {
                    type = nameOrNull(in);
                } else {
                    in.skipChildren();
                }
            }
        }

        private void payload(JsonParser in) {
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                if (in.nextToken() == JsonToken.VALUE_STRING && name.equals("request_id")) {
                    requestId = nameOrNull(in);
                } else if (in.currentToken() == JsonToken.VALUE_STRING && name.equals("job_id")) {
                    jobId = nameOrNull(in);
                } else {
                    in.skipChildren();
                }
            }
        }

        private static @Nullable String nameOrNull(JsonParser in) {
            try {
                return WireForms.NAME.read(in);
            } catch (ProtocolException _) {
                return null;
            }
        }
    }
}
