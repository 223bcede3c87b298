package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/// What became of a line that is JSON with a type.
///
/// @param <M> the messages of this direction
public sealed interface Decoded<M> {
    /// A message.
    ///
    /// @param remark what was wrong with it and could be put up with; null if nothing
    record Message<M>(M message, @Nullable String remark) implements Decoded<M> {}

    /// A message of a known type that makes no sense.
    record Invalid<M>(String type, String why) implements Decoded<M> {}

    /// A message of a type that is not known here.
    record Unknown<M>(String type) implements Decoded<M> {}
}
