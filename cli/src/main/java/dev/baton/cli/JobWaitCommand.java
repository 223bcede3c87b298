package dev.baton.cli;

import dev.baton.cli.run.JobEnd;
import dev.baton.cli.run.JobResult;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingReader;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/// `baton job wait`: waits until jobs are over.
@Command(
        name = "wait",
        mixinStandardHelpOptions = true,
        description = {"Waits until jobs are over, and prints how each ended.", ""},
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all of them succeeded",
            "1:one did not, or does not exist",
            "2:the arguments make no sense",
            "124:one is not over by the end of --timeout"
        },
        footerHeading = "%nExample:%n",
        footer = "  baton job wait job_42 job_43 --timeout 10m && ./deploy")
final class JobWaitCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Parameters(paramLabel = "JOB", arity = "1..*", description = "such as job_42")
    private List<String> jobs;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "wait no longer than this for all of them, such as 90s, 10m, 2h")
    private @Nullable String timeout;

    @Option(names = "--json", description = "an array of jobs, as the API says them")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Duration limit = limit();
        long deadline = limit == null ? Long.MAX_VALUE : System.nanoTime() + limit.toNanos();
        var remote = server.remote();
        var out = spec.commandLine().getOut();
        var all = JsonNodeFactory.instance.arrayNode();
        int status =
                Several.each(
                        spec,
                        jobs,
                        id -> {
                            var job = JobEnd.await(remote, Answers.segment(id), deadline);
                            all.add(job);
                            if (!json) {
                                out.println(id + " " + job.path("status").asString(""));
                                out.flush();
                            }
                            return switch (job.path("status").asString("")) {
                                case "SUCCEEDED" -> 0;
                                case "FAILED", "CANCELED" -> 1;
                                default -> JobResult.TIMED_OUT;
                            };
                        });
        if (json) {
            out.println(Answers.json(all));
        }
        return status;
    }

    private @Nullable Duration limit() {
        if (timeout == null) {
            return null;
        }
        return SettingReader.parseDuration(timeout)
                .orElseThrow(
                        () ->
                                new ConfigException(
                                        List.of(
                                                "--timeout: expected a duration such as 90s, 10m or 2h, got '%s'"
                                                        .formatted(timeout))));
    }
}
