package dev.baton.cli;

import dev.baton.cli.output.Screen;
import dev.baton.cli.run.RunDraft.Submitted;
import dev.baton.cli.run.RunDraft.SubmittedJob;
import dev.baton.cli.run.RunSummary;
import dev.baton.cli.run.RunWatch;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.concurrent.Callable;

/// `baton runs watch`: follows a run to its end.
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what the jobs of a run print until all are over, then how each ended.",
            "Ctrl-C ends the watching; the run goes on.",
            ""
        },
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every job succeeded",
            "1:one did not, or there is no such run",
            "2:the arguments make no sense",
            "130:they were canceled"
        },
        footerHeading = "%nExample:%n",
        footer = "  baton runs watch $(baton run -d -f baton.yaml | head -1)")
final class RunsWatchCommand implements Callable<Integer> {
    @Mixin private ServerConnection server;

    @Parameters(paramLabel = "RUN", description = "such as run_42")
    private String run;

    @Option(
            names = {"-v", "--verbose"},
            description = "show what the runner says too")
    private boolean verbose;

    @Override
    public Integer call() throws Exception {
        var remote = server.remote();
        JsonNode shown = remote.get(RunsCommand.pathOf(run, ""));
        var jobs = new ArrayList<SubmittedJob>();
        for (JsonNode job : RunsShowCommand.jobs(remote, run)) {
            jobs.add(new SubmittedJob(job.path("id").asString(), job.path("name").asString()));
        }
        var submitted = new Submitted(shown.path("id").asString(run), jobs);
        var screen = Screen.ofThisProcess();
        var summary = new RunSummary(submitted, screen, verbose);
        var results = new RunWatch(remote, submitted, screen, summary::output).observing().await();
        summary.print(results);
        return RunSummary.exit(results);
    }
}
