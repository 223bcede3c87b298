package dev.baton.cli.client;

import java.io.IOException;
import java.util.List;

/// A request that did not get what it asked for.
public final class ClientException extends IOException {
    private static final long serialVersionUID = 1;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    private final Kind kind;
    private final int status;
    private final String code;

    /// How far it got.
    public enum Kind {
        /// Nobody answers there.
        UNREACHABLE,
        /// The connection broke, or the answer took too long: it may have been done.
        BROKEN,
        /// The answer is no.
        REFUSED
    }

    private ClientException(Kind kind, int status, String code, String message) {
        super(message);
        this.kind = kind;
        this.status = status;
        this.code = code;
    }

    static ClientException unreachable(String message) {
        return new ClientException(Kind.UNREACHABLE, 0, "", message);
    }

    static ClientException broken(String message) {
        return new ClientException(Kind.BROKEN, 0, "", message);
    }

    /// @param problems everything that is wrong, where the answer lists it
    static ClientException refused(int status, String code, String detail, List<String> problems) {
        String all = problems.isEmpty() ? detail : detail + "\n  " + String.join("\n  ", problems);
        return new ClientException(Kind.REFUSED, status, code, all);
    }

    public Kind kind() {
        return kind;
    }

    /// The HTTP status of a refusal, else 0.
    public int status() {
        return status;
    }

    /// What programs tell refusals apart by.
    public String code() {
        return code;
    }

    /// Whether the same request may succeed later.
    public boolean isPassing() {
        return kind != Kind.REFUSED || status == TOO_MANY_REQUESTS || status == UNAVAILABLE;
    }
}
