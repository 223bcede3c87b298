package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.run.JobResult;
import dev.baton.settings.ConfigException;

import java.io.IOException;

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

    /// For commands that promise a status of their own for what Baton could not do.
    ///
    /// @throws IOException if the request of the user made no sense: that is status 2 everywhere
    static CommandFailed notRun(Exception failure) throws IOException {
        return switch (failure) {
            case ClientException refused when refused.isAboutTheRequest() -> throw refused;
            case CommandFailed known -> known;
            case ConfigException wrong -> throw wrong;
            default -> new CommandFailed(FailureText.of(failure), JobResult.NOT_RUN);
        };
    }

    int exit() {
        return exit;
    }
}
