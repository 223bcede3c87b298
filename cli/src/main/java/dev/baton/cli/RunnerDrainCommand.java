package dev.baton.cli;

import dev.baton.cli.config.DirectoryLock;
import dev.baton.cli.config.RunnerSetting;
import dev.baton.settings.SettingReader;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/// `baton runner drain`: stops the runner of this machine and waits until it has.
@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        description = {
            "Stops the runner that works in a directory of this machine, and waits until it has.",
            "It takes no new job, and ends when the running ones have, or gives them back in time."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton runner drain",
            "  baton runner drain --data /var/lib/baton-runner --now"
        })
final class RunnerDrainCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private SettingsFile settings;

    @Option(names = "--data", paramLabel = "DIR", description = "where it works (baton-runner)")
    private @Nullable String data;

    @Option(names = "--now", description = "give running jobs back at once")
    private boolean now;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var sources = settings.read();
        if (data != null) {
            sources.flag(RunnerSetting.DATA, data);
        }
        Path directory = new SettingReader(sources).path(RunnerSetting.DATA);
        ProcessHandle runner =
                running(directory)
                        .orElseThrow(() -> new CommandFailed("no runner works in " + directory));
        runner.destroy();
        if (now) {
            runner.destroy();
        }
        try {
            runner.onExit().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        spec.commandLine().getOut().println("The runner in %s has stopped".formatted(directory));
        return 0;
    }

    /// Only while somebody holds the lock is the number in the file that of a runner.
    private static Optional<ProcessHandle> running(Path directory) throws IOException {
        Path pidFile = directory.resolve("runner.pid");
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        Optional<DirectoryLock> free = DirectoryLock.take(directory.resolve("runner.lock"));
        if (free.isPresent()) {
            free.get().close();
            return Optional.empty();
        }
        String pid = DirectoryLock.noteIn(pidFile);
        return pid.matches("\\d{1,10}") ? ProcessHandle.of(Long.parseLong(pid)) : Optional.empty();
    }
}
