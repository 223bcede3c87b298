package dev.baton.protocol;

import org.jspecify.annotations.Nullable;

/// One message of a frame, as far as it could be read.
public sealed interface Decoded<M> {
    record Message<M>(M message) implements Decoded<M> {}

    /// A message that cannot be taken. The others of its frame can.
    ///
    /// @param leaseId the lease that it speaks for, if that much could be read
    record Rejected<M>(ProtocolException reason, @Nullable LeaseId leaseId) implements Decoded<M> {}
}
