package dev.baton.server.runner;

import dev.baton.core.Command;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.protocol.LogCursor;
import dev.baton.protocol.Progress;
import dev.baton.protocol.RunnerMessage.AckLease;
import dev.baton.protocol.RunnerMessage.CancelAck;
import dev.baton.protocol.RunnerMessage.Complete;
import dev.baton.protocol.RunnerMessage.ForLease;
import dev.baton.protocol.RunnerMessage.Heartbeat;
import dev.baton.protocol.RunnerMessage.ReleaseLease;
import dev.baton.store.Addressed;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Objects;
import java.util.Optional;

/// Turns what a runner says into commands.
public final class Commands {
    /// Where the progress that is kept of a heartbeat has its log cursor.
    public static final String LOG_CURSOR = "log_cursor";

    private Commands() {}

    /// The command that a message is, or nothing if its lease cannot be one of ours: then it is stale.
    public static Optional<Addressed> of(ForLease message, LeaseHolder by) {
        var address = message.leaseId().address();
        if (address.isEmpty() || !message.runnerId().equals(by.runner())) {
            return Optional.empty();
        }
        var job = address.get().job();
        LeaseRef lease = address.get().ref();
        return switch (message) {
            case AckLease ack when !ack.jobId().equals(job) -> Optional.empty();
            case AckLease _ -> Optional.of(Addressed.of(job, new Command.Acknowledge(lease, by)));
            case Heartbeat beat ->
                    Optional.of(new Addressed(job, new Command.Beat(lease, by), shown(beat)));
            case Complete complete ->
                    Optional.of(
                            Addressed.of(
                                    job, new Command.Complete(lease, by, complete.toReport())));
            case CancelAck ack ->
                    Optional.of(
                            Addressed.of(
                                    job, new Command.ConfirmCancel(lease, by, ack.toReport())));
            case ReleaseLease release ->
                    Optional.of(
                            Addressed.of(
                                    job,
                                    new Command.Release(
                                            lease,
                                            by,
                                            Objects.requireNonNullElse(release.reason(), ""))));
        };
    }

    /// What a heartbeat says for people to see; nothing if it says nothing.
    private static @Nullable String shown(Heartbeat beat) {
        LogCursor cursor = beat.logCursor();
        if (beat.progress() == null && cursor == null) {
            return null;
        }
        var json = JsonNodeFactory.instance.objectNode();
        if (beat.progress() != null) {
            add(json, beat.progress());
        }
        if (cursor != null) {
            json.putObject(LOG_CURSOR).put("bytes_sent", cursor.bytesSent());
        }
        return json.toString();
    }

    private static void add(ObjectNode json, Progress progress) {
        if (progress.percent() != null) {
            json.put("percent", progress.percent());
        }
        if (progress.currentStep() != null) {
            json.put("current_step", progress.currentStep());
        }
        if (progress.stepIndex() != null) {
            json.put("step_index", progress.stepIndex());
        }
        if (progress.message() != null) {
            json.put("message", progress.message());
        }
    }
}
