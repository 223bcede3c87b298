package dev.baton.runner.job;

import dev.baton.core.Ending;
import dev.baton.core.Shown;
import dev.baton.protocol.Limits;
import dev.baton.protocol.Progress;
import dev.baton.runner.log.JobLog;
import dev.baton.runner.log.SecretMask;
import dev.baton.runner.spec.StepsSpec;
import dev.baton.sandbox.Box;
import dev.baton.sandbox.Exit;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Runs the steps of a job, one after the other, up to the first that fails.
final class Steps {
    /// Nobody waits for longer; whoever wants a step to end interrupts.
    private static final Duration LONG = Duration.ofDays(1);

    private final StepsSpec spec;
    private final Shell shell;
    private final JobLog log;
    private final SecretMask mask;
    private final Consumer<Progress> progress;
    private final LongSupplier nanoClock;
    private String lastWords = "";

    Steps(
            StepsSpec spec,
            Shell shell,
            JobLog log,
            SecretMask mask,
            Consumer<Progress> progress,
            LongSupplier nanoClock) {
        this.spec = spec;
        this.shell = shell;
        this.log = log;
        this.mask = mask;
        this.progress = progress;
        this.nanoClock = nanoClock;
    }

    /// @param workdir where each step starts
    WorkResult run(Box box, String workdir) throws InterruptedException {
        List<String> steps = spec.steps();
        long started = nanoClock.getAsLong();
        for (int i = 0; i < steps.size(); i++) {
            Exit exit = run(box, workdir, i);
            if (!exit.isSuccess()) {
                String summary =
                        "step %d/%d failed with exit code %d: %s"
                                .formatted(
                                        i + 1,
                                        steps.size(),
                                        exit.code(),
                                        mask.hide(firstLine(steps.get(i))));
                return new WorkResult(Ending.ERROR, exit.code(), summary);
            }
        }
        String summary =
                "%d %s in %s"
                        .formatted(
                                steps.size(),
                                steps.size() == 1 ? "step succeeded" : "steps succeeded",
                                seconds(nanoClock.getAsLong() - started));
        return new WorkResult(Ending.SUCCEEDED, 0, summary);
    }

    private Exit run(Box box, String workdir, int index) throws InterruptedException {
        String step = spec.steps().get(index);
        String place = "step %d/%d".formatted(index + 1, spec.steps().size());
        log.say("%s started: %s".formatted(place, firstLine(step)));
        progress.accept(
                new Progress(
                        100.0 * index / spec.steps().size(),
                        bounded(mask.hide(step)),
                        index,
                        lastWords.isEmpty() ? null : lastWords));
        long started = nanoClock.getAsLong();
        var running = box.start(shell.command(step), workdir, log);
        Optional<Exit> exit = Optional.empty();
        while (exit.isEmpty()) {
            exit = running.await(LONG);
        }
        log.commandEnded();
        lastWords =
                "%s ended: exit %d after %s"
                        .formatted(
                                place, exit.get().code(), seconds(nanoClock.getAsLong() - started));
        log.say(lastWords);
        return exit.get();
    }

    private static String firstLine(String step) {
        String first = step.strip().lines().findFirst().orElse("");
        return first.length() == step.strip().length() ? first : first + " …";
    }

    private static String bounded(String text) {
        return text.length() <= Limits.MOST_PROGRESS_CHARACTERS ? text : Shown.of(text);
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }
}
