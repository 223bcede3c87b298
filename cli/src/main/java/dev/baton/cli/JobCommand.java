package dev.baton.cli;

import dev.baton.cli.output.Columns;

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

import java.util.List;
import java.util.concurrent.Callable;

/// `baton job`: everything about one job.
@Command(
        name = "job",
        mixinStandardHelpOptions = true,
        subcommands = {
            JobShowCommand.class,
            JobLogsCommand.class,
            JobWaitCommand.class,
            JobResultCommand.class,
            JobArtifactsCommand.class,
            JobDownloadCommand.class,
            JobCommand.Cancel.class,
            JobCommand.Retry.class,
            JobCommand.Audit.class
        },
        description = {
            "Shows, follows, waits for, cancels or repeats jobs, and fetches what they left.",
            ""
        },
        optionListHeading = "Options:%n",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton job show job_42",
            "  baton job logs -f job_42",
            "  baton job wait job_42 job_43 --timeout 10m",
            "  baton job download job_42 --to results",
            "  baton job cancel job_42 job_43 --reason 'wrong branch'",
            "  baton job retry job_42",
            "  baton job audit job_42"
        })
final class JobCommand implements Runnable {
    @Spec private CommandSpec spec;

    static String pathOf(String job, String what) {
        return "/v1/jobs/%s/%s".formatted(Answers.segment(job), what);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "show, logs, wait, result, artifacts, download, cancel, retry or audit?");
    }

    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description =
                    "Asks for the end of jobs. One is over when its runner says so, or in 30 s.",
            footerHeading = "%nExample:%n",
            footer = "  baton job cancel job_42 --reason 'wrong branch'")
    static final class Cancel implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private ServerConnection server;

        @Parameters(paramLabel = "JOB", arity = "1..*", description = "such as job_42")
        private List<String> jobs;

        @Option(names = "--reason", paramLabel = "TEXT", description = "for the audit trail")
        private @Nullable String reason;

        @Override
        public Integer call() throws Exception {
            var wanted = JsonNodeFactory.instance.objectNode().put("reason", reason);
            var remote = server.remote();
            var out = spec.commandLine().getOut();
            return Several.each(
                    spec,
                    jobs,
                    job -> {
                        JsonNode answer = remote.post(pathOf(job, "cancel"), wanted);
                        out.println(job + " is " + answer.path("status").asString("CANCELING"));
                        return 0;
                    });
        }
    }

    @Command(
            name = "retry",
            mixinStandardHelpOptions = true,
            description = "Submits finished jobs again, and prints the ids of the new ones.",
            footerHeading = "%nExample:%n",
            footer = "  baton job logs -f $(baton job retry job_42)")
    static final class Retry implements Callable<Integer> {
        @Spec private CommandSpec spec;
        @Mixin private ServerConnection server;

        @Parameters(paramLabel = "JOB", arity = "1..*", description = "such as job_42")
        private List<String> jobs;

        @Override
        public Integer call() throws Exception {
            var remote = server.remote();
            var out = spec.commandLine().getOut();
            return Several.each(
                    spec,
                    jobs,
                    job -> {
                        JsonNode answer =
                                remote.post(
                                        pathOf(job, "retry"),
                                        JsonNodeFactory.instance.objectNode());
                        out.println(answer.path("jobs").path(0).path("id").asString());
                        return 0;
                    });
        }
    }

    @Command(
            name = "audit",
            mixinStandardHelpOptions = true,
            description = "Prints what happened to a job, when, by whom and why.",
            footerHeading = "%nExample:%n",
            footer = "  baton job audit job_42 --json")
    static final class Audit implements Callable<Integer> {
        private static final int MOST_LINES = 1_000;

        @Spec private CommandSpec spec;
        @Mixin private ServerConnection server;

        @Parameters(paramLabel = "JOB", description = "such as job_42")
        private String job;

        @Option(names = "--json", description = "as the API says it")
        private boolean json;

        @Override
        public Integer call() throws Exception {
            var remote = server.remote();
            var all = JsonNodeFactory.instance.arrayNode();
            JsonNode page;
            do {
                int after = all.isEmpty() ? 0 : all.get(all.size() - 1).path("seq").asInt();
                page = remote.get(pathOf(job, "audit?after=" + after)).path("events");
                page.forEach(all::add);
            } while (page.size() == MOST_LINES);
            var out = spec.commandLine().getOut();
            if (json) {
                out.println(Answers.json(JsonNodeFactory.instance.objectNode().set("events", all)));
            } else {
                out.print(table(all));
            }
            return 0;
        }

        private static String table(JsonNode events) {
            var table = new Columns("AT", "WHAT", "ATTEMPT", "EPOCH", "BY", "WHY");
            for (JsonNode event : events) {
                table.row(
                        event.path("at").asString(""),
                        event.path("kind").asString(""),
                        event.path("attempt").asString(""),
                        event.path("epoch").asString(""),
                        event.path("actor").asString(""),
                        event.path("why").asString(""));
            }
            return table.text();
        }
    }
}
