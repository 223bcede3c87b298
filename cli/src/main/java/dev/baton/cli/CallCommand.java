package dev.baton.cli;

import dev.baton.cli.client.Remote;
import dev.baton.cli.config.RunnerSetting;
import dev.baton.cli.config.Target;
import dev.baton.cli.output.Screen;
import dev.baton.cli.run.CallDraft;
import dev.baton.cli.run.CallResult;
import dev.baton.cli.run.CallWait;
import dev.baton.cli.run.Embedded;
import dev.baton.cli.run.Interrupts;
import dev.baton.cli.run.JobResult;
import dev.baton.cli.run.PrintedByHandler;
import dev.baton.settings.SettingReader;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Callable;

/// `baton call`: calls a function and prints what it returned.
@Command(
        name = "call",
        mixinStandardHelpOptions = true,
        description = {
            "Calls a function of an executor, waits, and prints what it returned as JSON, after",
            "what it printed, which goes to standard error.",
            "Ctrl-C cancels the call.",
            ""
        },
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it returned",
            "1:it failed, after all of its tries",
            "2:the arguments or the settings make no sense",
            "125:Baton could not call it",
            "130:it was canceled"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton call python#add 1 2",
            "  baton call python#greet --kwarg name=Ada --timeout 10s",
            "  baton call --executors executors.toml python#add 1 2",
            "",
            "Without an orchestrator (`baton up`, `baton login`, --server) it starts the executors of --executors in this process."
        })
final class CallCommand implements Callable<Integer> {
    private final InstantSource clock = InstantSource.system();

    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;
    @Mixin private CallOptions call;

    @Option(
            names = "--executors",
            paramLabel = "FILE",
            description = "without an orchestrator: the executors to start for this call")
    private @Nullable String executors;

    @Option(names = "--raw", description = "print a text as it is, without quotes")
    private boolean raw;

    @Option(names = "--json", description = "print everything that is known of the call as JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CallDraft draft = call.draft(clock.instant());
        Target target = server.target();
        var screen = Screen.ofThisProcess();
        var interrupts = new Interrupts(screen);
        try (Embedded embedded = server.isGone(target) ? embedded(screen) : null) {
            if (embedded != null) {
                interrupts.beforeLeaving(embedded::close);
            }
            Remote remote = embedded == null ? server.remote(target) : embedded.remote();
            var wait = new CallWait(remote, draft.submit(remote), screen);
            interrupts.cancel(wait);
            var result = wait.await();
            PrintedByHandler.show(remote, result.job(), screen);
            return show(result, screen);
        } catch (IOException | RuntimeException e) {
            throw CommandFailed.notRun(e);
        }
    }

    private Embedded embedded(Screen screen) throws IOException {
        var settings = server.settings();
        if (executors != null) {
            settings.flag(RunnerSetting.EXECUTORS, executors);
        }
        if (!new SettingReader(settings).isSet(RunnerSetting.EXECUTORS)) {
            throw new CommandFailed(
                    "expected an orchestrator, or executors to start here: `baton up --executors FILE`, or --executors FILE",
                    JobResult.NOT_RUN);
        }
        screen.sayDim("baton: no orchestrator, so it runs in this process; `baton up` starts one");
        return Embedded.start(settings, clock);
    }

    private int show(CallResult result, Screen screen) {
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(result.everything());
        } else if (result.isSuccess()) {
            out.println(raw ? result.rawValue() : result.value());
        } else {
            screen.say("baton: %s: %s".formatted(result.job(), result.explanation()));
        }
        out.flush();
        return result.exit();
    }
}
