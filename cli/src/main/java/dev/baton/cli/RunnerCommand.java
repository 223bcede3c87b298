package dev.baton.cli;

import dev.baton.cli.config.RunnerSetting;
import dev.baton.cli.config.RunnerSettings;
import dev.baton.cli.run.Signals;
import dev.baton.runner.Runner;
import dev.baton.runner.supervised.SupervisorEars;
import dev.baton.server.config.ServerSetting;
import dev.baton.settings.SettingReader;
import dev.baton.settings.SettingSources;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/// `baton runner`: executes jobs until it is told to stop.
@Command(
        name = "runner",
        mixinStandardHelpOptions = true,
        subcommands = RunnerDrainCommand.class,
        description = {"Executes jobs for an orchestrator until it is told to stop.", ""},
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton token create runner builder-1 > runner-token",
            "  baton runner --server https://baton.example.org --token-file runner-token --capacity 4",
            "  baton runner --token-file runner-token --executors executors.toml",
            "  baton runner drain",
            "",
            "SIGTERM or Ctrl-C stops it: it takes no new job, and running ones may go on for stop_grace.",
            "Then, or at a second signal, they are given back and start elsewhere."
        })
final class RunnerCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private SettingsFile settings;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = {
                "work for this orchestrator; repeatable, or separated by commas:",
                "then the next is taken when one cannot be reached"
            })
    private String @Nullable [] servers;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "trust the authorities of this PEM file too")
    private @Nullable String caFile;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "its token; everyone on this machine can see it here")
    private @Nullable String token;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "the file with its token; safer (or BATON_RUNNER_TOKEN)")
    private @Nullable String tokenFile;

    @Option(
            names = "--id",
            paramLabel = "NAME",
            description = "its name (made of the machine and --data)")
    private @Nullable String id;

    @Option(names = "--data", paramLabel = "DIR", description = "keep files here (baton-runner)")
    private @Nullable String data;

    @Option(names = "--capacity", paramLabel = "N", description = "run so many jobs at once (1)")
    private @Nullable String capacity;

    @Option(
            names = "--executors",
            paramLabel = "FILE",
            description = "call functions with the executors of this file")
    private @Nullable String executorsFile;

    @Option(names = "--tag", paramLabel = "TAG", description = "what it offers; repeatable")
    private String @Nullable [] tags;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "any other setting, such as runner.stop_grace=10m")
    private Map<String, String> others = new LinkedHashMap<>();

    @Override
    public Integer call() throws InterruptedException {
        SettingSources sources = sources();
        var config = RunnerSettings.read(sources);
        var executors = RunnerSettings.executors(sources);
        var telemetry = RunnerSettings.telemetry(sources);
        var logging = new SettingReader(sources);
        System.setProperty("baton.log.format", logging.text(ServerSetting.LOG_FORMAT));
        System.setProperty("baton.log.level", logging.text(ServerSetting.LOG_LEVEL));
        try (var runner = Runner.start(config, executors, telemetry, InstantSource.system())) {
            var out = spec.commandLine().getOut();
            out.println(
                    "Runner %s works for %s, %s"
                            .formatted(
                                    config.runnerId(),
                                    config.orchestrators(),
                                    RunnerSettings.shown(config, executors)));
            out.flush();
            stopOnSignal(runner);
            SupervisorEars.listen(runner);
            runner.awaitEnd();
            if (runner.refusal().isPresent()) {
                throw new CommandFailed(
                        "%s: it is wrong, revoked, expired, or for another runner; get one with `baton token create runner NAME`"
                                .formatted(runner.refusal().get()));
            }
        }
        return 0;
    }

    private SettingSources sources() {
        var sources = settings.read();
        flag(sources, RunnerSetting.SERVER, servers == null ? null : String.join(",", servers));
        flag(sources, RunnerSetting.CA_FILE, caFile);
        flag(sources, RunnerSetting.TOKEN, token);
        flag(sources, RunnerSetting.TOKEN_FILE, tokenFile);
        flag(sources, RunnerSetting.ID, id);
        flag(sources, RunnerSetting.DATA, data);
        flag(sources, RunnerSetting.CAPACITY, capacity);
        flag(sources, RunnerSetting.EXECUTORS, executorsFile);
        flag(sources, RunnerSetting.TAGS, tags == null ? null : String.join(",", tags));
        others.forEach(sources::flag);
        return sources;
    }

    private static void stopOnSignal(Runner runner) {
        var stopping = new AtomicBoolean();
        Runnable stop =
                () -> {
                    if (stopping.compareAndSet(false, true)) {
                        runner.stop();
                    } else {
                        runner.hurry();
                    }
                };
        Signals.on("INT", stop);
        Signals.on("TERM", stop);
    }

    private static void flag(
            SettingSources sources, RunnerSetting setting, @Nullable String value) {
        if (value != null) {
            sources.flag(setting, value);
        }
    }
}
