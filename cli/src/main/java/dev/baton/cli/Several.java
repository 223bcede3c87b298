package dev.baton.cli;

import dev.baton.cli.client.ClientException;

import picocli.CommandLine.Model.CommandSpec;

import java.io.IOException;
import java.util.List;

/// Does something with each of several ids. What is refused for one is said, and does not keep the others from it.
final class Several {
    private static final int UNKNOWN_TOKEN = 401;

    private Several() {}

    /// What is done with one of them.
    interface Action {
        /// Does it.
        ///
        /// @return the exit status for this one
        int on(String id) throws IOException, InterruptedException;
    }

    /// Does it with each, in their order.
    ///
    /// @return the highest exit status
    static int each(CommandSpec spec, List<String> ids, Action action)
            throws IOException, InterruptedException {
        int status = 0;
        for (String id : ids) {
            try {
                status = Math.max(status, action.on(id));
            } catch (ClientException e) {
                if (e.kind() != ClientException.Kind.REFUSED || e.status() == UNKNOWN_TOKEN) {
                    throw e;
                }
                var err = spec.commandLine().getErr();
                e.problems().forEach(problem -> err.println("baton: " + problem));
                err.flush();
                status = Math.max(status, e.isAboutTheRequest() ? UsageErrors.STATUS : 1);
            }
        }
        return status;
    }
}
