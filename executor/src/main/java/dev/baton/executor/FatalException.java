package dev.baton.executor;

import org.jspecify.annotations.Nullable;

/// Says that another attempt would end the same way. It is sent as an error of the type `fatal`.
public final class FatalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final @Nullable String code;

    public FatalException(String message) {
        this(message, null);
    }

    /// @param code for programs that know the handler
    public FatalException(String message, @Nullable String code) {
        super(message);
        this.code = code;
    }

    public @Nullable String code() {
        return code;
    }
}
