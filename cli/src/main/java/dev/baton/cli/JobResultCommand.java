package dev.baton.cli;

import dev.baton.cli.run.CallResult;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/// `baton job result`: prints what functions returned.
@Command(
        name = "result",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what function calls returned, as JSON, a line for each.",
            "`baton job wait` waits for them first.",
            ""
        },
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all of them returned",
            "1:one failed, is not over, or its result is not kept any more",
            "2:the arguments make no sense",
            "130:one was canceled"
        },
        footerHeading = "%nExample:%n",
        footer =
                "  job=$(baton enqueue python#add 1 2); baton job wait $job && baton job result $job")
final class JobResultCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Parameters(paramLabel = "JOB", arity = "1..*", description = "such as job_42")
    private List<String> jobs;

    @Option(names = "--raw", description = "print a text as it is, without quotes")
    private boolean raw;

    @Option(names = "--json", description = "everything that is known of each, an object a line")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var remote = server.remote();
        return Several.each(
                spec, jobs, job -> show(job, remote.get(JobCommand.pathOf(job, "result"))));
    }

    private int show(String job, JsonNode answer) throws IOException {
        var out = spec.commandLine().getOut();
        var err = spec.commandLine().getErr();
        var result = new CallResult(job, answer);
        if (json) {
            out.println(answer);
        } else if (!result.isOver()) {
            err.println(
                    "baton: %s is %s: there is no result yet; `baton job wait %s` waits for it"
                            .formatted(job, answer.path("status").asString(""), job));
        } else if (result.isSuccess()) {
            out.println(raw ? result.rawValue() : result.value());
        } else {
            err.println("baton: %s: %s".formatted(job, result.explanation()));
        }
        out.flush();
        err.flush();
        return result.exit();
    }
}
