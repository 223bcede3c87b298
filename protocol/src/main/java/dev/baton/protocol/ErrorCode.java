package dev.baton.protocol;

/// What is wrong with what came over a wire, for programs to tell apart.
public enum ErrorCode {
    /// Not JSON, not UTF-8, or something follows it.
    MALFORMED_JSON,
    /// JSON, but not an object where a message belongs.
    NOT_A_MESSAGE,
    /// A message of a type that nobody here knows, or that does not belong here.
    UNKNOWN_TYPE,
    /// A field that has to be there is not.
    MISSING_FIELD,
    /// A field has the wrong type or a value out of its bounds.
    INVALID_FIELD,
    /// A field is there twice.
    DUPLICATE_FIELD,
    /// Longer, deeper or more than a named bound allows.
    TOO_LARGE,
    /// A submission with one or more problems, all of them listed.
    INVALID_SUBMISSION
}
