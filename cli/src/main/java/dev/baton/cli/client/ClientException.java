package dev.baton.cli.client;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/// A request that did not get what it asked for.
public final class ClientException extends IOException {
    private static final long serialVersionUID = 1;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;
    private static final Set<Integer> REQUEST_STATUSES = Set.of(400, 413, 422);

    private final Kind kind;
    private final int status;
    private final String code;
    private final transient List<String> problems;

    /// How far it got.
    public enum Kind {
        /// Nobody answers there.
        UNREACHABLE,
        /// The connection broke, or the answer took too long: it may have been done.
        BROKEN,
        /// The answer is no.
        REFUSED
    }

    private ClientException(
            Kind kind, int status, String code, String message, List<String> problems) {
        super(message);
        this.kind = kind;
        this.status = status;
        this.code = code;
        this.problems = List.copyOf(problems);
    }

    static ClientException unreachable(String message) {
        return new ClientException(Kind.UNREACHABLE, 0, "", message, List.of());
    }

    static ClientException broken(String message) {
        return new ClientException(Kind.BROKEN, 0, "", message, List.of());
    }

    /// The answer ended before its end.
    public static ClientException cutShort() {
        return broken("the connection broke before the answer was whole");
    }

    /// @param problems everything that is wrong, where the answer lists it
    static ClientException refused(int status, String code, String detail, List<String> problems) {
        return new ClientException(Kind.REFUSED, status, code, detail, problems);
    }

    /// The same refusal in words of those who asked.
    public ClientException inOtherWords(UnaryOperator<String> words) {
        return new ClientException(
                kind,
                status,
                code,
                words.apply(String.valueOf(getMessage())),
                problems.stream().map(words).toList());
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

    /// Everything that is wrong with the request, or else the one thing that was said.
    public List<String> problems() {
        return problems.isEmpty() ? List.of(String.valueOf(getMessage())) : problems;
    }

    /// Whether the request makes no sense: nothing was done, and the same one never will be.
    public boolean isAboutTheRequest() {
        return kind == Kind.REFUSED && REQUEST_STATUSES.contains(status);
    }

    /// Whether the same request may succeed later.
    public boolean isPassing() {
        return kind != Kind.REFUSED || status == TOO_MANY_REQUESTS || status == UNAVAILABLE;
    }
}
