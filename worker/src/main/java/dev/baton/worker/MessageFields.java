package dev.baton.worker;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// The fields of one message while it is read, and what is wrong with them.
final class MessageFields {
    private final ObjectNode message;
    private final List<String> remarks = new ArrayList<>();

    MessageFields(ObjectNode message) {
        this.message = message;
    }

    /// Something is missing without which the message makes no sense.
    static final class Missing extends Exception {
        private static final long serialVersionUID = 1;

        Missing(String why) {
            super(why);
        }
    }

    /// Makes a message of its type and its fields.
    ///
    /// @param <M> the messages of this direction
    @FunctionalInterface
    interface Reading<M> {
        /// Reads it.
        ///
        /// @return null if the type is not known here
        @Nullable M read(String type, MessageFields fields) throws Missing;
    }

    /// What becomes of a line that is JSON with a type.
    static <M> Decoded<M> decode(ObjectNode json, Reading<M> reading) {
        String type = MessageLine.type(json);
        var fields = new MessageFields(json);
        try {
            M message = reading.read(type, fields);
            return message == null
                    ? new Decoded.Unknown<>(type)
                    : new Decoded.Message<>(message, fields.remark());
        } catch (Missing e) {
            return new Decoded.Invalid<>(type, String.valueOf(e.getMessage()));
        }
    }

    /// What could be put up with.
    @Nullable String remark() {
        return remarks.isEmpty() ? null : String.join("; ", remarks);
    }

    void remark(String text) {
        remarks.add(text);
    }

    String text(String name) throws Missing {
        if (value(name).isString()) {
            return value(name).stringValue();
        }
        throw new Missing(expected(name, "a text"));
    }

    @Nullable String optionalText(String name) throws Missing {
        return isAbsent(name) ? null : text(name);
    }

    /// A text, or an empty one where there is none.
    String textOrEmpty(String name) {
        if (value(name).isString()) {
            return value(name).stringValue();
        }
        remarks.add(expected(name, "a text"));
        return "";
    }

    long number(String name) throws Missing {
        if (value(name).isIntegralNumber() && value(name).canConvertToLong()) {
            return value(name).longValue();
        }
        throw new Missing(expected(name, "a whole number"));
    }

    ObjectNode object(String name) throws Missing {
        if (value(name) instanceof ObjectNode object) {
            return object;
        }
        throw new Missing(expected(name, "an object"));
    }

    /// An object, or an empty one where there is none.
    ObjectNode objectOrEmpty(String name) {
        if (value(name) instanceof ObjectNode object) {
            return object;
        }
        if (!isAbsent(name)) {
            remarks.add(expected(name, "an object"));
        }
        return message.objectNode();
    }

    /// The texts in a list. Whatever else is there instead is remarked, and left out.
    List<String> texts(String name) {
        if (!(value(name) instanceof ArrayNode list)) {
            remarks.add(expected(name, "a list of texts"));
            return List.of();
        }
        var texts = new LinkedHashSet<String>();
        for (JsonNode element : list) {
            if (element.isString()) {
                texts.add(element.stringValue());
            } else {
                remarks.add(
                        "expected texts in '%s', got %s among them".formatted(name, kind(element)));
            }
        }
        return List.copyOf(texts);
    }

    @Nullable JsonNode any(String name) {
        return isAbsent(name) ? null : value(name);
    }

    boolean isAbsent(String name) {
        return value(name).isMissingNode() || value(name).isNull();
    }

    String expected(String name, String what) {
        return "expected %s as '%s', got %s".formatted(what, name, kind(value(name)));
    }

    /// What is there; a node of the kind "missing" where nothing is.
    private JsonNode value(String name) {
        return message.path(name);
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL -> "null";
            case MISSING -> "nothing";
            case BINARY, POJO -> "something else";
        };
    }
}
