package dev.baton.executor.wire;

/// What is wrong with what came over the wire, for programs to tell apart.
public enum WireCode {
    /// A frame of no bytes.
    EMPTY_FRAME,
    /// Longer, deeper or more than a named bound allows.
    TOO_LARGE,
    /// The stream ended in the middle of a frame.
    CUT_OFF,
    /// Bytes that are not UTF-8.
    NOT_UTF8,
    /// Text that is not JSON, or JSON with something behind it.
    NOT_JSON,
    /// JSON, but not an object where an envelope belongs.
    NOT_AN_ENVELOPE,
    /// An envelope of a type that nobody here knows, or that does not belong here.
    UNKNOWN_TYPE,
    /// A field that has to be there is not.
    MISSING_FIELD,
    /// A field has the wrong type, or a value out of its bounds.
    WRONG_TYPE,
    /// A field is there twice.
    DUPLICATE_FIELD,
    /// A protocol version that is not spoken here.
    WRONG_VERSION
}
