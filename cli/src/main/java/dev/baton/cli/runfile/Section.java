package dev.baton.cli.runfile;

import dev.baton.core.Shown;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// One mapping of a file while it is read. What was asked for is what is known; [#refuseOthers] then notes the rest.
final class Section {
    private final Node node;
    private final FileErrors errors;
    private final Map<String, NodeTuple> entries = new LinkedHashMap<>();
    private final Set<String> asked = new LinkedHashSet<>();

    /// A text and where it stands.
    record Text(String value, Node at) {}

    Section(Node node, FileErrors errors) {
        this.node = node;
        this.errors = errors;
        if (node instanceof MappingNode mapping) {
            for (NodeTuple entry : mapping.getValue()) {
                add(entry);
            }
        } else {
            errors.add(node, "expected a mapping of names to values, got " + shown(node));
        }
    }

    private void add(NodeTuple entry) {
        if (!(entry.getKeyNode() instanceof ScalarNode key)) {
            errors.add(entry.getKeyNode(), "expected a name, got " + shown(entry.getKeyNode()));
        } else if (entries.putIfAbsent(key.getValue(), entry) != null) {
            errors.add(key, "'%s' is there twice".formatted(Shown.of(key.getValue())));
        }
    }

    Node node() {
        return node;
    }

    FileErrors errors() {
        return errors;
    }

    /// The value of a name, if it is there.
    @Nullable Node value(String name) {
        asked.add(name);
        NodeTuple entry = entries.get(name);
        return entry == null ? null : entry.getValueNode();
    }

    /// One text, or nothing. Numbers and truth values are texts here, as they were written.
    @Nullable Text text(String name) {
        Node value = value(name);
        return value == null ? null : scalar(value);
    }

    /// One text or several.
    List<Text> texts(String name, int most) {
        Node value = value(name);
        if (value == null) {
            return List.of();
        }
        if (value instanceof ScalarNode) {
            Text one = scalar(value);
            return one == null ? List.of() : List.of(one);
        }
        return elements(value, most, this::scalar);
    }

    /// A list of anything.
    <T> List<T> list(String name, int most, Function<Node, @Nullable T> read) {
        Node value = value(name);
        return value == null ? List.of() : elements(value, most, read);
    }

    /// Names and texts.
    Map<String, Text> textMap(String name) {
        Node value = value(name);
        var texts = new LinkedHashMap<String, Text>();
        if (value != null) {
            for (Map.Entry<String, NodeTuple> entry : new Section(value, errors).entries()) {
                Text text = scalar(entry.getValue().getValueNode());
                if (text != null) {
                    texts.put(entry.getKey(), text);
                }
            }
        }
        return texts;
    }

    /// Everything that is there, for mappings whose names are not ours.
    Set<Map.Entry<String, NodeTuple>> entries() {
        return entries.entrySet();
    }

    void refuseOthers() {
        entries.forEach(
                (name, entry) -> {
                    if (!asked.contains(name)) {
                        errors.unknown(entry.getKeyNode(), "key", name, asked);
                    }
                });
    }

    private <T> List<T> elements(Node value, int most, Function<Node, @Nullable T> read) {
        if (!(value instanceof SequenceNode sequence)) {
            errors.add(value, "expected a list, got " + shown(value));
            return List.of();
        }
        if (sequence.getValue().size() > most) {
            errors.add(
                    value,
                    "expected at most %d, got %d".formatted(most, sequence.getValue().size()));
            return List.of();
        }
        var elements = new ArrayList<T>();
        for (Node element : sequence.getValue()) {
            T one = read.apply(element);
            if (one != null) {
                elements.add(one);
            }
        }
        return elements;
    }

    private @Nullable Text scalar(Node value) {
        if (value instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
            return new Text(scalar.getValue(), value);
        }
        errors.add(value, "expected a text, got " + shown(value));
        return null;
    }

    private static String shown(Node node) {
        return switch (node) {
            case MappingNode _ -> "a mapping";
            case SequenceNode _ -> "a list";
            case ScalarNode scalar ->
                    scalar.getTag().equals(Tag.NULL)
                            ? "nothing"
                            : "'%s'".formatted(Shown.of(scalar.getValue()));
            default -> "something else";
        };
    }
}
