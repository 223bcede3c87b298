package dev.baton.protocol;

import java.util.List;

/// Something that a peer sent and that cannot be taken as it is. The message is fit to be sent back: it says which
/// field, what was expected and what came, and never quotes a secret.
///
/// It has no stack trace. Where we noticed is of no interest, and bad input must not cost more than good input.
public final class ProtocolException extends RuntimeException {
    private final ErrorCode code;
    private final String field;
    private final String detail;
    private final List<String> problems;

    private ProtocolException(ErrorCode code, String field, String detail, List<String> problems) {
        super(field.isEmpty() ? detail : field + ": " + detail, null, false, false);
        this.code = code;
        this.field = field;
        this.detail = detail;
        this.problems = problems;
    }

    public ProtocolException(ErrorCode code, String detail) {
        this(code, "", detail, List.of());
    }

    /// The value that was expected, and the one that came.
    public static ProtocolException expected(String expected, String came) {
        return new ProtocolException(
                ErrorCode.INVALID_FIELD, "expected %s, got %s".formatted(expected, came));
    }

    /// Several problems, each already with the path of its field.
    public static ProtocolException ofSubmission(List<String> problems) {
        return new ProtocolException(
                ErrorCode.INVALID_SUBMISSION,
                "",
                String.join("; ", problems),
                List.copyOf(problems));
    }

    /// The same, one step further out: `uri` at `artifacts[3]` is `artifacts[3].uri`.
    ProtocolException at(String outer) {
        String separator = field.isEmpty() || field.startsWith("[") ? "" : ".";
        return new ProtocolException(code, outer + separator + field, detail, problems);
    }

    public ErrorCode code() {
        return code;
    }

    /// The path of the field that is wrong, such as `artifacts[3].uri`; empty when it is the whole.
    public String field() {
        return field;
    }

    /// Every problem of a submission; empty for other errors.
    public List<String> problems() {
        return problems;
    }
}
