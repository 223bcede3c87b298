package dev.baton.cli;

import dev.baton.cli.client.LogFollow;
import dev.baton.cli.client.Remote;
import dev.baton.cli.output.LogDecoder;
import dev.baton.cli.output.PassedThrough;
import dev.baton.cli.output.RunnerWords;
import dev.baton.cli.output.Screen;
import dev.baton.cli.run.RunDraft.Submitted;
import dev.baton.cli.run.RunDraft.SubmittedJob;
import dev.baton.cli.run.RunWatch;
import dev.baton.protocol.log.LogLine;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/// `baton job logs`: prints what a job printed.
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what a job printed: its standard output to standard output, its standard",
            "error and the words of its runner to standard error."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton job logs job_42",
            "  baton job logs -f job_42",
            "  baton job logs job_42 --epoch 1 --raw"
        })
final class JobLogsCommand implements Callable<Integer> {
    @Mixin private ServerConnection server;

    @Parameters(paramLabel = "JOB", description = "such as job_42")
    private String job;

    @Option(
            names = {"-f", "--follow"},
            description = "go on until the job is over, through retries too")
    private boolean follow;

    @Option(
            names = "--epoch",
            paramLabel = "N",
            description = "what was printed under an earlier lease (`baton job audit` names them)")
    private int epoch;

    @Option(names = "--raw", description = "every byte as it is stored, to standard output")
    private boolean raw;

    @Override
    public Integer call() throws Exception {
        Remote remote = server.remote();
        JsonNode view = remote.get("/v1/jobs/" + Answers.segment(job));
        int newest = view.path("epoch").asInt(0);
        var screen = Screen.ofThisProcess();
        var parts = new Noticed(new PassedThrough(screen, new RunnerWords(screen, true)));
        if (follow && epoch == 0) {
            var run =
                    new Submitted(
                            view.path("run_id").asString(),
                            List.of(new SubmittedJob(job, view.path("name").asString())));
            new RunWatch(remote, run, screen, _ -> parts).observing().from(newest).await();
        } else if (epoch > 0 || newest > 0) {
            print(remote, epoch > 0 ? epoch : newest, parts, screen);
        }
        if (parts.isEmpty && view.path("kind").asString("").equals("function")) {
            screen.sayDim(
                    "baton: nothing is known to be printed by this call; what its executor prints for no call is in the log of its runner (%s)"
                            .formatted(view.path("runner_id").asString("none yet")));
        }
        return 0;
    }

    /// Notices whether there is anything in a log.
    private static final class Noticed implements LogDecoder.Parts {
        private final LogDecoder.Parts parts;
        private volatile boolean isEmpty = true;

        Noticed(LogDecoder.Parts parts) {
            this.parts = parts;
        }

        @Override
        public void line(LogLine line) throws IOException {
            isEmpty = false;
            parts.line(line);
        }

        @Override
        public void plain(byte[] bytes, int from, int length) throws IOException {
            isEmpty &= length == 0;
            parts.plain(bytes, from, length);
        }

        @Override
        public void end() throws IOException {
            parts.end();
        }
    }

    private void print(Remote remote, int lease, Noticed parts, Screen screen) throws Exception {
        var decoder = new LogDecoder(parts);
        LogFollow.Sink decoded = decoder::accept;
        LogFollow.Sink asItIs =
                (buffer, length) -> {
                    parts.isEmpty = false;
                    screen.out(buffer, 0, length);
                };
        var log = new LogFollow(remote, job, lease, raw ? asItIs : decoded);
        log.leaseEnded(); // what is there now is all we want
        log.follow();
        decoder.end();
        screen.flush();
    }
}
