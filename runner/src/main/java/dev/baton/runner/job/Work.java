package dev.baton.runner.job;

import dev.baton.core.Ending;
import dev.baton.protocol.Artifact;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.runner.files.JobFiles;
import dev.baton.runner.files.LeaseCalls;
import dev.baton.runner.job.Interruption.Canceled;
import dev.baton.runner.job.Interruption.GivenBack;
import dev.baton.runner.job.Interruption.Lost;
import dev.baton.runner.job.Interruption.TimeUp;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.log.JobLog;
import dev.baton.runner.log.SecretMask;
import dev.baton.runner.spec.StepsSpec;
import dev.baton.runner.spec.StepsSpec.Source.GitSource;
import dev.baton.runner.spec.StepsSpec.Source.TreeSource;
import dev.baton.sandbox.Box;
import dev.baton.sandbox.BoxPlan;
import dev.baton.sandbox.SandboxException;
import dev.baton.workspace.WorkspaceException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The work of a job: fill the workspace, run the steps in a box, keep what they made. One thread does it, and may be
/// interrupted at any point of it; nothing of it is left when it returns.
final class Work {
    private final Workshop shop;
    private final LeaseGranted granted;
    private final HeldLease lease;
    private final StepsSpec spec;
    private final Telling telling;
    private final Interruptions interruptions;
    private List<Artifact> artifacts = List.of();
    private volatile @Nullable Box box;

    /// Where the runner says what it does, and what it must not say.
    record Telling(JobLog log, SecretMask mask) {}

    Work(
            Workshop shop,
            LeaseGranted granted,
            HeldLease lease,
            StepsSpec spec,
            Telling telling,
            Interruptions interruptions) {
        this.shop = shop;
        this.granted = granted;
        this.lease = lease;
        this.spec = spec;
        this.telling = telling;
        this.interruptions = interruptions;
    }

    /// What was kept of what the steps made.
    List<Artifact> artifacts() {
        return artifacts;
    }

    /// Puts off the moment at which the box is killed, whatever becomes of this process.
    void fence() {
        Box open = box;
        if (open != null) {
            open.fence(lease.left());
        }
    }

    /// Does it.
    ///
    /// @param scratch a directory that the job cannot write to
    /// @return how the work ended; null if it was interrupted by anything but its time limit
    @Nullable WorkResult run(Path scratch) {
        JobDirectory directory = null;
        try {
            interruptions.enter();
            directory = JobDirectory.create(shop.place().work().resolve(name()));
            return withFiles(directory, scratch);
        } catch (InterruptedException _) {
            return interrupted();
        } catch (SandboxException | WorkspaceException | IOException e) {
            // An interrupt looks like this to whoever reads or writes.
            return interruptions.why().isPresent() ? interrupted() : failed(e);
        } finally {
            interruptions.leave();
            if (directory != null) {
                directory.delete();
            }
        }
    }

    private WorkResult failed(Exception e) {
        String why = telling.mask().hide("the job could not be run: " + e.getMessage());
        telling.log().say(why);
        return WorkResult.error(why);
    }

    private @Nullable WorkResult withFiles(JobDirectory directory, Path scratch)
            throws InterruptedException, IOException {
        var environment = shop.place().environment();
        var files =
                new JobFiles(
                        directory.workspace(),
                        StepEnvironment.home(spec, directory, environment),
                        scratch,
                        shop.place().contents(),
                        new LeaseCalls(shop.calls(), lease),
                        telling.log()::say);
        var plan =
                new BoxPlan(
                        name(),
                        directory.root(),
                        StepEnvironment.of(granted, spec, directory, environment),
                        spec.isolation());
        if (!shop.place().sandbox().available().contains(plan.isolation())) {
            return WorkResult.fatal(
                    "this machine cannot isolate the job as it asks for: bubblewrap is not installed, or not allowed to");
        }
        WorkResult result;
        // Nothing runs any more when files are kept: what is read is what was left.
        try (Box open = shop.place().sandbox().open(plan)) {
            box = open;
            fence();
            result = inBox(open, files, directory);
        } finally {
            box = null;
        }
        return result == null ? null : keepFiles(files, result);
    }

    private @Nullable WorkResult inBox(Box open, JobFiles files, JobDirectory directory)
            throws InterruptedException, IOException {
        try {
            if (!lease.awaitAcknowledged()) {
                throw new InterruptedException();
            }
            fence();
            Optional<WorkResult> failure = fill(open, files, directory);
            return failure.isPresent() ? failure.get() : steps(open, directory);
        } catch (InterruptedException _) {
            interruptions.leave();
            end(open);
            return interrupted();
        }
    }

    private Optional<WorkResult> fill(Box open, JobFiles files, JobDirectory directory)
            throws InterruptedException, IOException {
        StepsSpec.Source source = spec.files().source().orElse(null);
        switch (source) {
            case null -> {}
            case TreeSource tree -> files.unpack(tree.digest());
            case GitSource git -> {
                var failure =
                        GitCheckout.run(open, git, directory.workspace().toString(), telling.log());
                if (failure.isPresent()) {
                    return failure;
                }
            }
        }
        files.restore(spec.files().caches());
        return Optional.empty();
    }

    private WorkResult steps(Box open, JobDirectory directory) throws InterruptedException {
        Path workdir = directory.workspace().resolve(spec.workdir()).normalize();
        if (!Files.isDirectory(workdir)) {
            String why =
                    "workdir: there is no directory '%s' in the workspace"
                            .formatted(spec.workdir());
            telling.log().say(why);
            return WorkResult.error(why);
        }
        var steps =
                new Steps(
                        spec,
                        shop.place().shell(),
                        telling.log(),
                        telling.mask(),
                        progress -> shop.keeper().report(lease, progress),
                        shop.clocks().nanos());
        WorkResult result = steps.run(open, workdir.toString());
        if (!lease.holds()) {
            // What ended the last step was the fence, or could have been.
            interruptions.interrupt(new Lost("FENCED"));
            throw new InterruptedException();
        }
        return result;
    }

    /// Keeps artifacts also of work that failed, and caches only of work that did not.
    private WorkResult keepFiles(JobFiles files, WorkResult result) throws IOException {
        artifacts = files.upload(spec.files().artifacts());
        if (result.ending() == Ending.SUCCEEDED) {
            files.save();
        }
        return files.tests().isEmpty() ? result : result.and(files.tests());
    }

    private void end(Box open) {
        try {
            open.end(grace());
        } catch (InterruptedException _) {
            // Closing it kills what is left.
            Thread.currentThread().interrupt();
        }
    }

    /// What the log says of an interruption, and the result if it was the time limit.
    private @Nullable WorkResult interrupted() {
        JobLog log = telling.log();
        log.commandEnded();
        switch (interruptions.why().orElse(new GivenBack("the runner is shutting down"))) {
            case TimeUp _ -> {
                String limit = Steps.seconds(granted.times().maxRuntime().toNanos());
                String summary = "ran longer than its limit of " + limit;
                log.say(summary);
                return new WorkResult(Ending.TIMED_OUT, null, summary);
            }
            case Canceled canceled -> log.say("canceled: " + canceled.reason());
            case GivenBack givenBack -> log.say("given back: " + givenBack.reason());
            case Lost lost -> log.say("the lease was lost: " + lost.reason());
        }
        return null;
    }

    private Duration grace() {
        Duration most = shop.terms().killGrace();
        return switch (interruptions.why().orElse(new GivenBack(""))) {
            case Lost _ -> Duration.ZERO;
            // Half of the time to stop, so that there is some left to say so.
            case Canceled canceled -> {
                Duration half = canceled.deadline().dividedBy(2);
                yield half.compareTo(most) < 0 ? half : most;
            }
            case TimeUp _, GivenBack _ -> most;
        };
    }

    private String name() {
        return granted.jobId() + "-" + granted.epoch();
    }
}
