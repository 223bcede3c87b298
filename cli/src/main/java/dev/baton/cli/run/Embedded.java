package dev.baton.cli.run;

import dev.baton.cli.client.Remote;
import dev.baton.cli.config.RunnerSetting;
import dev.baton.cli.config.RunnerSettings;
import dev.baton.runner.Runner;
import dev.baton.server.Orchestrator;
import dev.baton.server.auth.TokenDesk.Wanted;
import dev.baton.server.config.ServerConfig;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.SettingSources;
import dev.baton.store.Tokens.Kind;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;

/// An orchestrator and a runner in this process, for one run: everything they keep is in a directory that goes with them.
public final class Embedded implements AutoCloseable {
    private final Path directory;
    private final Orchestrator orchestrator;
    private final Runner runner;
    private final Remote remote;
    private boolean isClosed;

    private Embedded(Path directory, SettingSources settings, InstantSource clock) {
        this.directory = directory;
        // Only what somebody must act on: this is a command, not a server that is watched.
        System.setProperty("baton.log.level", "error");
        orchestrator =
                Orchestrator.start(
                        ServerConfig.read(
                                new SettingSources(ServerSetting.values())
                                        .flag(ServerSetting.SERVER_PORT, "0")
                                        .flag(ServerSetting.STORE_DURABLE, "false")
                                        .flag(
                                                ServerSetting.SERVER_DATA,
                                                directory.resolve("server").toString())),
                        clock);
        remote = new Remote(orchestrator.address(), token(Kind.USER, "run"));
        runner =
                Runner.start(
                        RunnerSettings.read(
                                settings.flag(
                                                RunnerSetting.SERVER,
                                                orchestrator.address().toString())
                                        .flag(RunnerSetting.TOKEN, token(Kind.RUNNER, "runner"))
                                        .flag(
                                                RunnerSetting.DATA,
                                                directory.resolve("runner").toString())),
                        RunnerSettings.executors(settings),
                        clock);
    }

    /// Starts both.
    ///
    /// @param settings those of the runner; where it works and for whom is decided here
    public static Embedded start(SettingSources settings, InstantSource clock) throws IOException {
        Path directory = Files.createTempDirectory("baton-run-");
        try {
            return new Embedded(directory, settings, clock);
        } catch (RuntimeException e) {
            remove(directory);
            throw e;
        }
    }

    public Remote remote() {
        return remote;
    }

    /// Ends every process of every job, and removes what was kept. Any thread may call it; all of them return when it is done, as each may be about to
    /// end the process.
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            runner.close();
            orchestrator.close();
            remove(directory);
        }
    }

    private String token(Kind kind, String name) {
        return orchestrator.tokenDesk().issue(new Wanted(kind, name, null, null)).secret();
    }

    private static void remove(Path directory) {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException _) {
            // what a job made unreadable stays; the system clears its temporary directory some day
        }
    }
}
