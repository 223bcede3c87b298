package dev.baton.cli.run;

import dev.baton.cli.output.Columns;
import dev.baton.cli.output.LogDecoder;
import dev.baton.cli.output.Prefixed;
import dev.baton.cli.output.Screen;
import dev.baton.cli.output.Spoken;
import dev.baton.cli.output.Style;
import dev.baton.cli.run.RunDraft.Submitted;
import dev.baton.cli.run.RunDraft.SubmittedJob;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What is said about the jobs of a run file: their lines while they run, a table at the end.
public final class RunSummary {
    private final Screen screen;
    private final boolean verbose;
    private final int widest;
    private final Map<String, Prefixed> outputs = new HashMap<>();

    public RunSummary(Submitted run, Screen screen, boolean verbose) {
        this.screen = screen;
        this.verbose = verbose;
        widest = run.jobs().stream().mapToInt(job -> job.name().length()).max().orElse(0);
    }

    /// Where the output of a job goes.
    public LogDecoder.Parts output(SubmittedJob job) {
        String name = job.name() + " ".repeat(widest - job.name().length());
        var prefixed =
                new Prefixed(screen, screen.terminal().outStyle().bold(name) + " | ", verbose);
        outputs.put(job.id(), prefixed);
        return prefixed;
    }

    /// To standard error: standard output is for what the jobs print.
    public void print(List<JobResult> results) {
        Style style = screen.terminal().errStyle();
        for (JobResult result : results) {
            if (!result.succeeded() && !result.cause().equals("NEED_FAILED")) {
                tail(result, style);
            }
        }
        var table = new Columns("JOB", "NAME", "STATUS", "EXIT", "TIME", "WHY");
        for (JobResult result : results) {
            table.row(
                            result.id(),
                            result.name(),
                            result.status(),
                            result.exitCode() == null ? "-" : String.valueOf(result.exitCode()),
                            result.ran() == null ? "-" : Spoken.duration(result.ran()),
                            result.succeeded() ? "" : why(result))
                    .styled(2, style::status);
        }
        screen.say("");
        screen.say(table.text().stripTrailing());
        screen.say(verdict(results, style));
    }

    public static int exit(List<JobResult> results) {
        if (results.stream().allMatch(JobResult::succeeded)) {
            return 0;
        }
        boolean onlyCanceled =
                results.stream()
                        .allMatch(
                                result ->
                                        result.succeeded()
                                                || result.exit() == JobResult.CANCELED
                                                || result.cause().equals("NEED_FAILED"));
        return onlyCanceled ? JobResult.CANCELED : 1;
    }

    private void tail(JobResult result, Style style) {
        Prefixed output = outputs.get(result.id());
        if (output != null && !output.lastLines().isEmpty()) {
            screen.say("");
            screen.say(style.bold("The last lines of %s:".formatted(result.name())));
            output.lastLines().forEach(line -> screen.say("  " + line));
        }
    }

    private static String why(JobResult result) {
        return result.endedByItself() ? result.why() : result.explanation();
    }

    private static String verdict(List<JobResult> results, Style style) {
        long succeeded = results.stream().filter(JobResult::succeeded).count();
        return succeeded == results.size()
                ? style.good("%d of %d jobs succeeded".formatted(succeeded, results.size()))
                : style.bad("%d of %d jobs succeeded".formatted(succeeded, results.size()));
    }
}
