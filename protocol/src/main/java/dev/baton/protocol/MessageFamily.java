package dev.baton.protocol;

import tools.jackson.core.JsonGenerator;

/// The messages of one direction, and how each is made of fields.
interface MessageFamily<M> {
    /// All fields of all messages of the family. A name means the same in each of them.
    Shape shape();

    Field<String> type();

    Field<LeaseId> leaseId();

    /// Makes a message of its fields.
    M read(String type, Fields fields);

    /// Writes the fields of a message, except its type.
    void write(JsonGenerator out, M message);
}
