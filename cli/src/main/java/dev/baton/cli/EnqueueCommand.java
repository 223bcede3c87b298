package dev.baton.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Callable;

/// `baton enqueue`: calls a function and does not wait.
@Command(
        name = "enqueue",
        mixinStandardHelpOptions = true,
        description = {
            "Calls a function of an executor, prints the id of its job, and does not wait.",
            ""
        },
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton enqueue python#send_report 42 --delay 10m",
            "  baton enqueue node#resize --kwarg width=800 --queue images --unique-key resize-7",
            "",
            "`baton job JOB` shows what became of it, and `baton dead-letters` what failed for good."
        })
final class EnqueueCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;
    @Mixin private CallOptions call;

    @Override
    public Integer call() throws IOException {
        var draft = call.draft(InstantSource.system().instant());
        var out = spec.commandLine().getOut();
        out.println(draft.submit(server.remote()));
        out.flush();
        return 0;
    }
}
