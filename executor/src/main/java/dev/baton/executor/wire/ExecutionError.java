package dev.baton.executor.wire;

import org.jspecify.annotations.Nullable;

/// What went wrong, as an executor tells it.
///
/// @param type for programs: one of the constants here, or whatever the executor calls it
/// @param code for programs that know the handler
/// @param details the text of any JSON value
public record ExecutionError(
        String message, @Nullable String type, @Nullable String code, @Nullable String details) {
    /// There is no handler of that name. Reserved by the protocol, and fatal.
    public static final String HANDLER_NOT_FOUND = "handler_not_found";

    /// The execution was cancelled.
    public static final String CANCELLED = "cancelled";

    /// Another attempt would end the same way: the handler says so.
    public static final String FATAL = "fatal";

    /// The request could not be understood.
    public static final String PROTOCOL_ERROR = "protocol_error";

    /// The handler did not end before the deadline.
    public static final String TIMEOUT = "timeout";

    /// The result does not fit into a frame.
    public static final String RESULT_TOO_LARGE = "result_too_large";

    public ExecutionError(String message, String type) {
        this(message, type, null, null);
    }
}
