package dev.baton.runner.job;

import dev.baton.protocol.Artifact;
import dev.baton.protocol.Evidence;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.protocol.Timings;
import dev.baton.runner.job.Interruption.Canceled;
import dev.baton.runner.job.Interruption.GivenBack;
import dev.baton.runner.job.Interruption.Lost;
import dev.baton.runner.job.Interruption.TimeUp;
import dev.baton.runner.journal.LeaseEntry;
import dev.baton.runner.lease.HeldLease;
import dev.baton.runner.lease.Place;
import dev.baton.runner.lease.Settlement;
import dev.baton.runner.log.JobLog;
import dev.baton.runner.log.LogShipper;
import dev.baton.runner.log.SecretMask;
import dev.baton.runner.spec.BadSpecException;
import dev.baton.runner.spec.StepsSpec;
import dev.baton.runner.spec.StepsSpecReader;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One job under one lease: prepared, executed, reported. The thread that calls [#run] does it all; the others only tell it
/// what becomes of the lease.
public final class JobExecution implements Execution {
    private static final Logger log = LoggerFactory.getLogger(JobExecution.class);

    /// How long the end of the log may hold up the news that a job is given back.
    private static final Duration LOG_OF_GIVEN_BACK = Duration.ofSeconds(5);

    private final Workshop shop;
    private final LeaseGranted granted;
    private final Interruptions interruptions = new Interruptions();
    private final List<Artifact> artifacts = new ArrayList<>();
    private volatile @Nullable Work work;

    public JobExecution(Workshop shop, LeaseGranted granted) {
        this.shop = shop;
        this.granted = granted;
    }

    @Override
    public void giveBack(String reason) {
        interruptions.interrupt(new GivenBack(reason));
    }

    /// On a thread of its own: a disk that hangs must not keep the runner from hearing.
    @Override
    public void renewed() {
        Work begun = work;
        if (begun != null) {
            Thread.ofVirtual().name("fence").start(begun::fence);
        }
    }

    @Override
    public void cancel(String reason, Duration deadline) {
        log.info("cancel requested job={} epoch={}", granted.jobId(), granted.epoch());
        interruptions.interrupt(new Canceled(reason, deadline));
    }

    @Override
    public void timeUp() {
        interruptions.interrupt(new TimeUp());
    }

    @Override
    public void lost(String reason) {
        interruptions.interrupt(new Lost(reason));
    }

    @Override
    public void run(HeldLease lease, Place place) throws InterruptedException {
        log.info(
                "job started job={} attempt={} epoch={}",
                granted.jobId(),
                granted.attempt(),
                granted.epoch());
        LeaseEntry entry = null;
        try {
            var giveBack = release("the runner was restarted");
            entry = shop.place().journal().open(name(), giveBack);
            report(lease, entry);
        } catch (IOException | RuntimeException e) {
            log.error("job failed by a fault of the runner job={}", granted.jobId(), e);
            shop.keeper().end(lease, release("a fault of the runner"));
        }
        Settlement settlement = lease.awaitSettled();
        switch (settlement) {
            case Settlement.Accepted accepted ->
                    log.info(
                            "job ended job={} epoch={} status={}",
                            granted.jobId(),
                            granted.epoch(),
                            accepted.status());
            case Settlement.Lost lost ->
                    log.warn(
                            "lease lost job={} epoch={} reason={}",
                            granted.jobId(),
                            granted.epoch(),
                            lost.reason());
        }
        if (entry != null) {
            entry.delete();
        }
    }

    /// Works, sends the log, and says how it ended.
    private void report(HeldLease lease, LeaseEntry entry)
            throws IOException, InterruptedException {
        Read read = readSpec(lease);
        Instant startedAt = shop.clocks().wall().instant();
        try (var jobLog =
                new JobLog(
                        entry.log(),
                        shop.terms().logBytes(),
                        read.mask(),
                        shop.clocks().wall(),
                        shop.clocks().nanos())) {
            var shipper = new LogShipper(shop.calls(), lease, jobLog);
            Thread.ofVirtual().name("log-" + name()).start(shipper);
            WorkResult result = work(lease, read, jobLog, entry);
            ForLease last = lastMessage(result, startedAt);
            jobLog.end();
            entry.write(last);
            shipper.awaitDone(longestLogEnd());
            shop.keeper().end(lease, last);
        }
    }

    /// A spec, or why there is none.
    private record Read(@Nullable StepsSpec spec, SecretMask mask, @Nullable WorkResult failure) {
        static Read failed(WorkResult why) {
            return new Read(null, SecretMask.NONE, why);
        }
    }

    private Read readSpec(HeldLease lease) throws InterruptedException {
        try {
            String json = new SpecSource(shop.calls(), lease).json(granted.spec());
            StepsSpec spec = StepsSpecReader.read(json);
            return new Read(spec, SecretMask.of(spec.secretEnv().values()), null);
        } catch (BadSpecException e) {
            return Read.failed(WorkResult.fatal(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return Read.failed(
                    WorkResult.error("the job_spec could not be fetched: " + e.getMessage()));
        }
    }

    /// @return how the work ended; null if it was interrupted by anything but its time limit
    private @Nullable WorkResult work(HeldLease lease, Read read, JobLog jobLog, LeaseEntry entry)
            throws InterruptedException {
        StepsSpec spec = read.spec();
        if (spec == null) {
            WorkResult failure = read.failure();
            jobLog.say(failure == null ? "no job_spec" : failure.summary());
            return failure;
        }
        var begun =
                new Work(
                        shop,
                        granted,
                        lease,
                        spec,
                        new Work.Telling(jobLog, read.mask()),
                        interruptions);
        work = begun;
        WorkResult result = begun.run(entry.scratch());
        artifacts.addAll(begun.artifacts());
        return result;
    }

    private Duration longestLogEnd() {
        return switch (interruptions.why().orElse(new TimeUp())) {
            case TimeUp _ -> LogShipper.LONGEST_END;
            case Canceled canceled -> canceled.deadline().dividedBy(4);
            case GivenBack _ -> LOG_OF_GIVEN_BACK;
            case Lost _ -> Duration.ZERO;
        };
    }

    private ForLease lastMessage(@Nullable WorkResult result, Instant startedAt) {
        Instant finishedAt = shop.clocks().wall().instant();
        var timings = new Timings(startedAt, finishedAt);
        artifacts.addFirst(
                new Artifact(
                        "log",
                        "/v1/jobs/%s/log?epoch=%d".formatted(granted.jobId(), granted.epoch()),
                        null));
        if (result != null) {
            return new Complete(
                    granted.leaseId(),
                    shop.runner(),
                    result.ending(),
                    result.exitCode(),
                    null,
                    new Evidence(timings, artifacts, result.summary(), null));
        }
        return switch (interruptions.why().orElse(new GivenBack("the runner is shutting down"))) {
            case Canceled canceled ->
                    new CancelAck(
                            granted.leaseId(),
                            shop.runner(),
                            finishedAt,
                            new Evidence(
                                    timings, artifacts, "canceled: " + canceled.reason(), null));
            case GivenBack givenBack -> release(givenBack.reason());
            case Lost lost -> release(lost.reason());
            case TimeUp _ -> throw new IllegalStateException("a time limit has a result");
        };
    }

    private ReleaseLease release(String reason) {
        return new ReleaseLease(granted.leaseId(), shop.runner(), reason);
    }

    private String name() {
        return granted.jobId() + "-" + granted.epoch();
    }
}
