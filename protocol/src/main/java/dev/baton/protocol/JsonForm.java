package dev.baton.protocol;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

import java.util.function.BiConsumer;
import java.util.function.Function;

/// How one kind of value looks in JSON.
public interface JsonForm<T> {
    /// Reads the value that the parser is on. If it is not of this form throws a [ProtocolException], anywhere in
    /// the value: the caller skips the rest.
    T read(JsonParser in);

    void write(JsonGenerator out, T value);

    static <T> JsonForm<T> of(Function<JsonParser, T> reader, BiConsumer<JsonGenerator, T> writer) {
        return new JsonForm<>() {
            @Override
            public T read(JsonParser in) {
                return reader.apply(in);
            }

            @Override
            public void write(JsonGenerator out, T value) {
                writer.accept(out, value);
            }
        };
    }
}
