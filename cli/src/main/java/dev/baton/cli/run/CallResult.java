package dev.baton.cli.run;

import tools.jackson.databind.JsonNode;

/// What became of a call.
///
/// @param everything as the orchestrator tells it
public record CallResult(String job, JsonNode everything) {
    private static final int FAILED = 1;

    static boolean isFinal(JsonNode answer) {
        return switch (answer.path("status").asString("")) {
            case "SUCCEEDED", "FAILED", "CANCELED" -> true;
            default -> false;
        };
    }

    public boolean isOver() {
        return isFinal(everything);
    }

    public boolean isSuccess() {
        return status().equals("SUCCEEDED");
    }

    /// What it returned, as JSON.
    public String value() {
        return everything.path("result").isMissingNode()
                ? "null"
                : everything.path("result").toString();
    }

    /// The same, but a text without its quotes.
    public String rawValue() {
        JsonNode result = everything.path("result");
        return result.isString() ? result.stringValue() : value();
    }

    /// One line for people.
    public String explanation() {
        JsonNode error = everything.path("error");
        String message = error.path("message").asString("");
        String type = error.path("type").asString("");
        String said = everything.path("why").asString("");
        String why = message.isEmpty() ? said : type.isEmpty() ? message : type + ": " + message;
        int attempts = everything.path("attempt").asInt(1);
        String ending =
                isSuccess() ? "succeeded" : status().equals("FAILED") ? "failed" : "canceled";
        String tries = attempts > 1 ? " after %d tries".formatted(attempts) : "";
        // Orchestrators begin with the word themselves.
        String because = why.startsWith(ending + ": ") ? why.substring(ending.length() + 2) : why;
        return ending + tries + (because.isEmpty() ? "" : ": " + because);
    }

    public int exit() {
        return switch (status()) {
            case "SUCCEEDED" -> 0;
            case "CANCELED" -> JobResult.CANCELED;
            default -> FAILED;
        };
    }

    private String status() {
        return everything.path("status").asString("");
    }
}
