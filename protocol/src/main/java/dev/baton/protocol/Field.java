package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;

/// A named field of a JSON object: one definition for reading and for writing.
///
/// @param index its place among the fields of its [Shape]
public record Field<T>(int index, SerializedString name, JsonForm<T> form) {
    /// Writes the field, or nothing if there is no value.
    public void write(JsonGenerator out, @Nullable T value) {
        if (value != null) {
            out.writeName(name);
            form.write(out, value);
        }
    }
}
