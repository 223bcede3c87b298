package dev.baton.cli;

import dev.baton.cli.client.Remote;
import dev.baton.cli.output.Screen;
import dev.baton.cli.run.FunctionDraft;
import dev.baton.cli.run.RunDraft;
import dev.baton.cli.runfile.RunFile;
import dev.baton.core.cron.Cron;
import dev.baton.core.cron.Timetable;
import dev.baton.settings.ConfigException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// `baton schedule add`: runs a command, a file of jobs or a function by the clock.
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a command, the jobs of a file, or a function by the clock.",
            "A command finds the files of the current directory as they are now.",
            "One of the same name is replaced.",
            ""
        },
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton schedule add nightly --cron '0 3 * * *' --zone Europe/Berlin -- ./backup",
            "  baton schedule add ci --cron '@hourly' --catch-up skip -f baton.yaml",
            "  baton schedule add report --cron '0 8 * * mon-fri' --call python#report -- daily 7"
        })
final class ScheduleAddCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;
    @Mixin private JobOptions job;
    @Mixin private WorkspaceOptions files;

    @Parameters(index = "0", paramLabel = "NAME", description = "what the schedule is called")
    private String name;

    @Option(
            names = "--cron",
            required = true,
            paramLabel = "WHEN",
            description = "'minute hour day month weekday', or @hourly, @daily, @weekly, @monthly")
    private String cron;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "whose clocks, such as Europe/Berlin (${DEFAULT-VALUE})")
    private String zone;

    @Option(
            names = "--catch-up",
            paramLabel = "POLICY",
            defaultValue = "last",
            description = "of what was missed run: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})")
    private Policy catchUp;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "run the jobs of this file, such as baton.yaml")
    private @Nullable Path file;

    @Option(
            names = "--call",
            paramLabel = "FUNCTION",
            description = "call this function, such as python#add; what follows -- are arguments")
    private @Nullable String function;

    @Parameters(
            index = "1..*",
            paramLabel = "COMMAND",
            description = "after --: the command and its arguments, or those of the function")
    private List<String> command = new ArrayList<>();

    /// What is run of the ticks that were missed.
    enum Policy {
        skip,
        last,
        all
    }

    @Override
    public Integer call() throws Exception {
        requireOneThingToRun();
        var wanted = JsonNodeFactory.instance.objectNode();
        wanted.put("cron", cron).put("zone", zone).put("catch_up", catchUp.name());
        requireTimes();
        Remote remote = server.remote();
        wanted.set("run", run(remote));
        var answer = remote.put(ScheduleCommand.path(name), wanted);
        spec.commandLine()
                .getOut()
                .println(
                        answer.path("paused").isObject()
                                ? name + " is paused"
                                : "%s is next at %s"
                                        .formatted(name, answer.path("next_at").asString("")));
        return 0;
    }

    private void requireOneThingToRun() {
        boolean isCommand = function == null && !command.isEmpty();
        if ((isCommand ? 1 : 0) + (file == null ? 0 : 1) + (function == null ? 0 : 1) != 1) {
            throw wrong("expected one of -- COMMAND, -f FILE and --call FUNCTION");
        }
        if (file != null && !command.isEmpty()) {
            throw wrong("a file or a command?");
        }
        if (!isCommand && job.isGiven()) {
            throw wrong("these are for commands: " + JobOptions.NAMES);
        }
    }

    /// Before anything is uploaded.
    private void requireTimes() {
        var errors = new ArrayList<String>();
        for (Runnable check :
                List.<Runnable>of(() -> Cron.parse(cron), () -> Timetable.zone(zone))) {
            try {
                check.run();
            } catch (IllegalArgumentException e) {
                errors.add("--" + e.getMessage());
            }
        }
        if (!errors.isEmpty()) {
            throw new ConfigException(errors);
        }
    }

    private ObjectNode run(Remote remote) throws IOException {
        if (function != null) {
            return FunctionDraft.of(function, command).json();
        }
        files.check();
        RunDraft draft = file == null ? RunDraft.of(job.draft(command)) : RunFile.read(file);
        return draft.json(files.bring(remote, Screen.ofThisProcess()));
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
