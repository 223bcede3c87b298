package dev.baton.executor.wire;

import org.jspecify.annotations.Nullable;

/// Something that cannot be taken from the wire, or put on it. The message is fit to be sent back: it says which field, what was expected
/// and what came.
///
/// It has no stack trace: bad input must not cost more than good input.
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final WireCode code;
    private final transient MessageIds ids;

    WireException(WireCode code, String message, MessageIds ids) {
        super(message, null, false, false);
        this.code = code;
        this.ids = ids;
    }

    public WireException(WireCode code, String message) {
        this(code, message, MessageIds.NONE);
    }

    /// The same, of a message that can be named.
    WireException of(MessageIds named) {
        return new WireException(code, String.valueOf(getMessage()), named);
    }

    public WireCode code() {
        return code;
    }

    /// Whether it is a request, as far as that can be known. Then an outcome can be its answer; nothing else has one.
    public boolean isOfRequest() {
        return EnvelopeCodec.REQUEST.equals(ids.type());
    }

    /// Whether it is a cancel, as far as that can be known.
    public boolean isOfCancel() {
        return EnvelopeCodec.CANCEL.equals(ids.type());
    }

    /// The request that the message is about, if that could still be read.
    public @Nullable String requestId() {
        return ids.requestId();
    }

    /// The job that the message is about, if that could still be read.
    public @Nullable String jobId() {
        return ids.jobId();
    }
}
