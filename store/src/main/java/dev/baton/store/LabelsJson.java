package dev.baton.store;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.util.Map;
import java.util.TreeMap;

/// The labels of a run as they are stored.
final class LabelsJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final TypeReference<TreeMap<String, String>> LABELS = new TypeReference<>() {};

    private LabelsJson() {}

    static String write(Map<String, String> labels) {
        return labels.isEmpty() ? "{}" : MAPPER.writeValueAsString(new TreeMap<>(labels));
    }

    static Map<String, String> read(String json) {
        return MAPPER.readValue(json, LABELS);
    }
}
