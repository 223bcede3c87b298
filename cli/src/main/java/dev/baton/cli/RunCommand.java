package dev.baton.cli;

import dev.baton.cli.client.Remote;
import dev.baton.cli.config.Target;
import dev.baton.cli.output.PassedThrough;
import dev.baton.cli.output.RunnerWords;
import dev.baton.cli.output.Screen;
import dev.baton.cli.run.Embedded;
import dev.baton.cli.run.Interrupts;
import dev.baton.cli.run.JobResult;
import dev.baton.cli.run.RunDraft;
import dev.baton.cli.run.RunDraft.Submitted;
import dev.baton.cli.run.RunSummary;
import dev.baton.cli.run.RunWatch;
import dev.baton.cli.run.StandardInput;
import dev.baton.cli.runfile.RunFile;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// `baton run`: runs a command, or the jobs of a file, and behaves as if it had run here.
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a command on a runner as if it ran here.",
            "It finds the files of the current directory; its output and exit status are ours.",
            "Ctrl-C cancels it.",
            ""
        },
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0-255:that of the command",
            "1:with -f: not every job succeeded",
            "2:the arguments, the settings or the file make no sense",
            "124:it ran past its time limit",
            "125:Baton could not run it, or lost its runner too often",
            "130:it was canceled"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton run -- echo hello",
            "  baton run --no-workspace --timeout 10m --tag os=linux -- ./long-job",
            "  baton run --secret DEPLOY_KEY --artifact 'junit=**/TEST-*.xml' -- make test",
            "  baton run --git https://example.org/app.git --commit main -- make",
            "  gzip -dc dump.gz | baton run --stdin -- ./import",
            "  baton run -f baton.yaml",
            "",
            "Without an orchestrator (`baton up`, `baton login`, --server) it runs in this process."
        })
final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;
    @Mixin private JobOptions job;
    @Mixin private WorkspaceOptions files;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "run the jobs of this file, such as baton.yaml")
    private @Nullable Path file;

    @Option(
            names = {"-d", "--detach"},
            description = "submit it, print the ids of the run and its jobs, and do not wait")
    private boolean detach;

    @Option(
            names = {"-v", "--verbose"},
            description = "show what the runner says too")
    private boolean verbose;

    @Option(
            names = {"-i", "--stdin"},
            description = "read standard input to its end, up to 1 MiB, and pass it to the command")
    private boolean stdin;

    @Parameters(paramLabel = "COMMAND", description = "the command and its arguments")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (command.isEmpty() == (file == null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    file == null ? "which command? baton run -- COMMAND" : "a file or a command?");
        }
        if (file != null && job.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(), "with -f these belong into the file: " + JobOptions.NAMES);
        }
        if (stdin && (file != null || files.isOfGit())) {
            throw new ParameterException(
                    spec.commandLine(), "--stdin cannot be combined with -f or --git");
        }
        files.check();
        RunDraft draft = file == null ? RunDraft.of(job.draft(command)) : RunFile.read(file);
        Target target = server.target();
        var screen = Screen.ofThisProcess();
        var interrupts = new Interrupts(screen);
        try (Embedded embedded = server.isGone(target) ? embedded(screen) : null) {
            if (embedded != null) {
                interrupts.beforeLeaving(embedded::close);
            }
            Remote remote = embedded == null ? server.remote(target) : embedded.remote();
            return run(draft, remote, screen, interrupts);
        } catch (IOException | RuntimeException e) {
            screen.endStatus();
            throw CommandFailed.notRun(e);
        }
    }

    private Embedded embedded(Screen screen) throws IOException {
        if (detach) {
            throw new CommandFailed(
                    "expected an orchestrator to leave it to: start one with `baton up`",
                    JobResult.NOT_RUN);
        }
        screen.sayDim("baton: no orchestrator, so it runs in this process; `baton up` starts one");
        return Embedded.start(server.settings(), InstantSource.system());
    }

    private int run(RunDraft draft, Remote remote, Screen screen, Interrupts interrupts)
            throws IOException, InterruptedException {
        Submitted submitted = submit(draft, remote, screen);
        var ignored = new IgnoredInput(screen);
        ignored.mention(stdin);
        if (detach) {
            var out = spec.commandLine().getOut();
            out.println(submitted.run());
            submitted.jobs().forEach(each -> out.println(each.id() + " " + each.name()));
            return 0;
        }
        int exit =
                file == null
                        ? watchOne(submitted, remote, screen, interrupts)
                        : watchAll(submitted, remote, screen, interrupts);
        ignored.mention(stdin);
        return exit;
    }

    private Submitted submit(RunDraft draft, Remote remote, Screen screen) throws IOException {
        if (!stdin) {
            return draft.submit(remote, files.bring(remote, screen));
        }
        try (var input = StandardInput.read(System.in)) {
            var workspace = files.bring(remote, screen, input);
            return RunDraft.of(draft.jobs().getFirst().readingStandardInput())
                    .submit(remote, workspace);
        }
    }

    private int watchOne(Submitted run, Remote remote, Screen screen, Interrupts interrupts)
            throws IOException, InterruptedException {
        var words = new RunnerWords(screen, verbose);
        var watch = new RunWatch(remote, run, screen, _ -> new PassedThrough(screen, words));
        interrupts.cancel(watch);
        JobResult result = watch.await().getFirst();
        if (watch.outputClosed()) {
            return RunWatch.PIPE_CLOSED;
        }
        if (!result.endedByItself()) {
            words.show();
            screen.say("baton: %s: %s".formatted(result.id(), result.explanation()));
        }
        return result.exit();
    }

    private int watchAll(Submitted run, Remote remote, Screen screen, Interrupts interrupts)
            throws IOException, InterruptedException {
        var summary = new RunSummary(run, screen, verbose);
        var watch = new RunWatch(remote, run, screen, summary::output);
        interrupts.cancel(watch);
        List<JobResult> results = watch.await();
        if (watch.outputClosed()) {
            return RunWatch.PIPE_CLOSED;
        }
        summary.print(results);
        return RunSummary.exit(results);
    }
}
