package dev.baton.cli;

import dev.baton.cli.config.ClientSetting;
import dev.baton.cli.config.Credentials;
import dev.baton.cli.config.DirectoryLock;
import dev.baton.cli.config.HomeDirectories;
import dev.baton.cli.config.RunnerSetting;
import dev.baton.cli.config.RunnerSettings;
import dev.baton.cli.run.Signals;
import dev.baton.executor.pool.ExecutorConfig;
import dev.baton.runner.Runner;
import dev.baton.runner.RunnerConfig;
import dev.baton.server.Carriers;
import dev.baton.server.Orchestrator;
import dev.baton.server.config.ServerConfig;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.SettingReader;
import dev.baton.settings.SettingSources;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/// `baton up`: an orchestrator and a runner in one process, ready to be used by the commands of this user.
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Runs an orchestrator and a runner on this machine.",
            "Other commands of yours find it by themselves. It stays up until it is told to stop.",
            ""
        },
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton up",
            "  baton up --port 0 --capacity 4 --tag gpu",
            "",
            "SIGTERM or Ctrl-C stops it: running jobs may go on for runner.stop_grace, then they are given",
            "back. A second one gives them back at once. Settings are those of `server` and `runner`."
        })
final class UpCommand implements Callable<Integer> {
    private static final String LOCK = "up.lock";
    private static final int LEAST_CAPACITY = 2;

    @Spec private CommandSpec spec;
    @Mixin private SettingsFile settings;

    @Option(names = "--port", paramLabel = "PORT", description = "listen here (7420; 0: any free)")
    private @Nullable String port;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "keep everything here ($XDG_DATA_HOME/baton or ~/.local/share/baton)")
    private @Nullable String data;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "run so many jobs at once (the number of processors, at least 2)")
    private @Nullable String capacity;

    @Option(
            names = "--executors",
            paramLabel = "FILE",
            description = "call functions with the executors of this file")
    private @Nullable String executorsFile;

    @Option(names = "--tag", paramLabel = "TAG", description = "what the runner offers; repeatable")
    private String @Nullable [] tags;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any other setting")
    private Map<String, String> others = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Carriers.provide();
        SettingSources sources = sources();
        var config = ServerConfig.read(sources);
        var executors = RunnerSettings.executors(sources);
        var telemetry = RunnerSettings.telemetry(sources);
        Path lockFile = config.data().resolve(LOCK);
        try (DirectoryLock lock =
                DirectoryLock.take(lockFile).orElseThrow(() -> isUpAlready(lockFile))) {
            System.setProperty("baton.log.format", config.logging().format());
            System.setProperty("baton.log.level", config.logging().level());
            try (var orchestrator = start(config)) {
                var tokens = new UpTokens(orchestrator, config.data(), new SettingReader(sources));
                URI address = orchestrator.address();
                trustOwnOrchestrator(sources);
                RunnerConfig runnerConfig =
                        RunnerSettings.read(
                                sources.flag(RunnerSetting.SERVER, address.toString())
                                        .flag(
                                                RunnerSetting.DATA,
                                                config.data().resolve("runner").toString())
                                        .flag(RunnerSetting.TOKEN, tokens.ofRunner()));
                try (var runner =
                        Runner.start(runnerConfig, executors, telemetry, InstantSource.system())) {
                    Path credentials = HomeDirectories.ofThisUser().credentials();
                    tokens.rememberUser(credentials);
                    lock.note(address.toString());
                    greet(address, config.data(), runnerConfig, executors);
                    stopOnSignal(runner);
                    runner.awaitEnd();
                    Credentials.read(credentials).without(address).write(credentials);
                }
            }
        }
        return 0;
    }

    /// What this command would choose, below what anybody set.
    private SettingSources sources() {
        int processors = Runtime.getRuntime().availableProcessors();
        var sources =
                settings.addTo(
                        SettingsFile.none()
                                .flag(
                                        ServerSetting.SERVER_DATA,
                                        HomeDirectories.ofThisUser().data().toString())
                                .flag(ServerSetting.LOG_LEVEL, "warn")
                                .flag(
                                        RunnerSetting.CAPACITY,
                                        Integer.toString(Math.max(LEAST_CAPACITY, processors))));
        if (port != null) {
            sources.flag(ServerSetting.SERVER_PORT, port);
        }
        if (data != null) {
            sources.flag(ServerSetting.SERVER_DATA, data);
        }
        if (capacity != null) {
            sources.flag(RunnerSetting.CAPACITY, capacity);
        }
        if (executorsFile != null) {
            sources.flag(RunnerSetting.EXECUTORS, executorsFile);
        }
        if (tags != null) {
            sources.flag(RunnerSetting.TAGS, String.join(",", tags));
        }
        others.forEach(sources::flag);
        return sources;
    }

    /// With TLS, the runner trusts whom the commands trust, unless it was told otherwise.
    private static void trustOwnOrchestrator(SettingSources sources) {
        var settings = new SettingReader(sources);
        if (settings.isSet(ClientSetting.CA_FILE) && !settings.isSet(RunnerSetting.CA_FILE)) {
            sources.flag(RunnerSetting.CA_FILE, settings.text(ClientSetting.CA_FILE));
        }
    }

    private static Orchestrator start(ServerConfig config) {
        try {
            return Orchestrator.start(config, InstantSource.system());
        } catch (RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            throw why.startsWith("cannot listen")
                    ? new CommandFailed(why + "; `baton up --port 0` takes a free port")
                    : e;
        }
    }

    private static CommandFailed isUpAlready(Path lockFile) {
        String address;
        try {
            address = DirectoryLock.noteIn(lockFile);
        } catch (IOException _) {
            address = "";
        }
        return new CommandFailed(
                address.isEmpty()
                        ? "another `baton up` is just starting or stopping in "
                                + lockFile.getParent()
                        : "`baton up` is running already, at %s".formatted(address));
    }

    private void greet(
            URI address, Path data, RunnerConfig runner, Map<String, ExecutorConfig> executors) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Baton is up at " + address);
        out.println("  data    " + data.toAbsolutePath());
        out.println(
                "  runner  %s, %s"
                        .formatted(runner.runnerId(), RunnerSettings.shown(runner, executors)));
        out.println("Try it in another terminal:");
        out.println("  baton run -- echo hello");
        out.println("Ctrl-C stops it.");
        out.flush();
    }

    private void stopOnSignal(Runner runner) {
        var stopping = new AtomicBoolean();
        Runnable stop =
                () -> {
                    PrintWriter err = spec.commandLine().getErr();
                    if (stopping.compareAndSet(false, true)) {
                        err.println(
                                "Stopping when the running jobs are done; again to give them back.");
                        err.flush();
                        runner.stop();
                    } else {
                        runner.hurry();
                    }
                };
        Signals.on("INT", stop);
        Signals.on("TERM", stop);
        Signals.on("HUP", stop);
    }
}
