package dev.baton.runner.spec;

import dev.baton.protocol.Json;
import dev.baton.protocol.Limits;
import dev.baton.protocol.ProtocolException;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;

/// A job_spec as a tree, for whoever reads it.
final class SpecTree {
    private static final JsonMapper MAPPER =
            JsonMapper.builder(Json.FACTORY)
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();
    static final int MOST_BYTES = Limits.MAX_JOB_SPEC_BYTES;

    private SpecTree() {}

    static JsonNode of(String json) throws BadSpecException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonNode tree;
        try {
            Json.requireReadable(bytes, MOST_BYTES);
            tree = MAPPER.readTree(bytes);
        } catch (JacksonException | ProtocolException _) {
            throw malformed();
        }
        if (!tree.isObject()) {
            throw noObject();
        }
        return tree;
    }

    static BadSpecException malformed() {
        return new BadSpecException(
                "job_spec: expected JSON with each key once, got something else");
    }

    static BadSpecException noObject() {
        return new BadSpecException("job_spec: expected an object, got something else");
    }
}
