package dev.baton.cli;

/// It failed, for a reason that the user can understand without a stack trace.
final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int FAILED = 1;

    private final int exit;

    CommandFailed(String why) {
        this(why, FAILED);
    }

    /// @param exit the exit status
    CommandFailed(String why, int exit) {
        super(why);
        this.exit = exit;
    }

    int exit() {
        return exit;
    }
}
