package dev.baton.cli;

import dev.baton.cli.client.Remote;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

/// `baton schedule`: everything about one schedule.
@Command(
        name = "schedule",
        mixinStandardHelpOptions = true,
        subcommands = {
            ScheduleAddCommand.class,
            ScheduleShowCommand.class,
            ScheduleCommand.Pause.class,
            ScheduleCommand.Resume.class,
            ScheduleCommand.Fire.class,
            ScheduleCommand.Remove.class
        },
        description = {"Runs something by the clock: adds, shows, pauses, fires, removes.", ""},
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton schedule add nightly --cron '0 3 * * *' --zone Europe/Berlin -- ./backup",
            "  baton schedule show nightly",
            "  baton schedule pause nightly --reason holidays",
            "  baton schedule resume nightly",
            "  baton schedule fire nightly",
            "  baton schedule remove nightly"
        })
final class ScheduleCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "add, show, pause, resume, fire or remove?");
    }

    /// Where a schedule is, and what can be done there.
    static String path(String name, String... action) {
        String place = "/v1/schedules/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        return action.length == 0 ? place : place + "/" + action[0];
    }

    /// Whichever schedule it is about.
    static final class Named {
        @Mixin private ServerConnection server;

        @Parameters(paramLabel = "NAME", description = "as `baton schedules` shows it")
        private String name;

        JsonNode post(String action, JsonNode body, Map<String, String> headers) throws Exception {
            return server.remote().post(path(name, action), body, headers);
        }

        String name() {
            return name;
        }

        Remote remote() throws Exception {
            return server.remote();
        }
    }

    /// Something that is done with one schedule, and said when it is done.
    abstract static class Deed implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private Named schedule;

        /// Does it.
        ///
        /// @return what is said
        abstract String done(Named schedule) throws Exception;

        @Override
        public Integer call() throws Exception {
            spec.commandLine().getOut().println(done(schedule));
            return 0;
        }
    }

    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "Runs it no more until it is resumed.",
            footerHeading = "%nExample:%n",
            footer = "  baton schedule pause nightly --reason holidays")
    static final class Pause extends Deed {
        @Option(names = "--reason", paramLabel = "TEXT", description = "for whoever asks why")
        private @Nullable String reason;

        @Override
        String done(Named schedule) throws Exception {
            var wanted = JsonNodeFactory.instance.objectNode().put("reason", reason);
            schedule.post("pause", wanted, Map.of());
            return schedule.name() + " is paused";
        }
    }

    @Command(
            name = "resume",
            mixinStandardHelpOptions = true,
            description = "Goes on with its next tick. What it missed is not made up for.",
            footerHeading = "%nExample:%n",
            footer = "  baton schedule resume nightly")
    static final class Resume extends Deed {
        @Override
        String done(Named schedule) throws Exception {
            JsonNode answer =
                    schedule.post("resume", JsonNodeFactory.instance.objectNode(), Map.of());
            return schedule.name() + " is next at " + answer.path("next_at").asString("");
        }
    }

    @Command(
            name = "fire",
            mixinStandardHelpOptions = true,
            description = "Submits its run once, now, and prints the ids of the run and its jobs.",
            footerHeading = "%nExample:%n",
            footer = "  baton schedule fire nightly")
    static final class Fire extends Deed {
        @Override
        String done(Named schedule) throws Exception {
            JsonNode answer =
                    schedule.post(
                            "fire",
                            JsonNodeFactory.instance.objectNode(),
                            Map.of("Idempotency-Key", UUID.randomUUID().toString()));
            var ids = new ArrayList<String>();
            ids.add(answer.path("run_id").asString(""));
            for (JsonNode job : answer.path("jobs")) {
                ids.add(job.path("id").asString("") + " " + job.path("name").asString(""));
            }
            return String.join(System.lineSeparator(), ids);
        }
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = "Removes a schedule. The runs that it made stay.",
            footerHeading = "%nExample:%n",
            footer = "  baton schedule remove nightly")
    static final class Remove extends Deed {
        @Override
        String done(Named schedule) throws Exception {
            schedule.remote().delete(path(schedule.name()));
            return "removed " + schedule.name();
        }
    }
}
