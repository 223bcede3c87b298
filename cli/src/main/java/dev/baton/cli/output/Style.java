package dev.baton.cli.output;

/// How a text stands out, where that is possible.
public record Style(boolean colours) {
    private static final String END = "\u001b[0m";

    public String dim(String text) {
        return wrapped("\u001b[2m", text);
    }

    public String bold(String text) {
        return wrapped("\u001b[1m", text);
    }

    public String good(String text) {
        return wrapped("\u001b[32m", text);
    }

    public String bad(String text) {
        return wrapped("\u001b[31m", text);
    }

    public String busy(String text) {
        return wrapped("\u001b[33m", text);
    }

    /// The status of a job in the colour that it deserves.
    public String status(String status) {
        return switch (status) {
            case "SUCCEEDED" -> good(status);
            case "FAILED" -> bad(status);
            case "LEASED", "RUNNING", "CANCELING" -> busy(status);
            default -> status;
        };
    }

    private String wrapped(String start, String text) {
        return colours ? start + text + END : text;
    }
}
