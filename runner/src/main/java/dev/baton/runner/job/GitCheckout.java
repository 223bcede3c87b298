package dev.baton.runner.job;

import dev.baton.runner.log.JobLog;
import dev.baton.runner.spec.StepsSpec.Source.GitSource;
import dev.baton.sandbox.Box;
import dev.baton.sandbox.Exit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Fills the workspace from a Git repository: only the commit that is asked for, or everything where a server does not
/// give out single commits. It runs in the job's own box, with what the job may do and no more.
final class GitCheckout {
    private static final Duration LONG = Duration.ofDays(1);

    /// Arguments are given as such, and never become part of a command.
    private static final String SCRIPT =
            """
            set -e
            export GIT_TERMINAL_PROMPT=0
            git init -q .
            git remote add origin "$1"
            if git fetch -q --depth 1 -- origin "$2" 2>/dev/null; then
                git -c advice.detachedHead=false checkout -q FETCH_HEAD --
            else
                git fetch -q --tags -- origin '+refs/heads/*:refs/remotes/origin/*'
                git -c advice.detachedHead=false checkout -q "$2" --
            fi
            """;

    private GitCheckout() {}

    /// Fetches the commit into the workspace.
    ///
    /// @return what went wrong; nothing if all is well
    static Optional<WorkResult> run(Box box, GitSource source, String workspace, JobLog log)
            throws InterruptedException {
        log.say("workspace: commit %s of %s".formatted(source.commit(), source.url()));
        var running =
                box.start(
                        List.of("/bin/sh", "-c", SCRIPT, "checkout", source.url(), source.commit()),
                        workspace,
                        log);
        Optional<Exit> exit = Optional.empty();
        while (exit.isEmpty()) {
            exit = running.await(LONG);
        }
        log.commandEnded();
        return exit.get().isSuccess()
                ? Optional.empty()
                : Optional.of(
                        WorkResult.error(
                                "the commit could not be fetched: git ended with "
                                        + exit.get().code()));
    }
}
