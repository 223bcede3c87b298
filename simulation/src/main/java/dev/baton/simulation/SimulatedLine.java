package dev.baton.simulation;

import dev.baton.core.Capabilities;
import dev.baton.protocol.LeaseId;
import dev.baton.protocol.OrchestratorMessage.Attached;
import dev.baton.protocol.RunnerMessage;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.protocol.RunnerMessage.LeaseRequest;
import dev.baton.protocol.RunnerMessage.Withdraw;
import dev.baton.runner.lease.Letter;
import dev.baton.runner.lease.Line;
import dev.baton.runner.link.Correspondence;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// The runner's end of a connection, used as its link does: attach, name the leases, then letters and answers.
final class SimulatedLine implements Line, Connection.Ear {
    private static final double LONGEST_HANDSHAKE = 10;
    private static final double LONGEST_SILENCE = 90;

    private final SimulatedRunner runner;
    private final Connection connection;
    private final Capabilities capabilities;
    private final Correspondence letters;
    private List<LeaseId> named = List.of();
    private long attachSentAt;
    private long heardAt;
    private boolean attached;
    private boolean over;

    SimulatedLine(SimulatedRunner runner, Connection connection, Capabilities capabilities) {
        this.runner = runner;
        this.connection = connection;
        this.capabilities = capabilities;
        letters = new Correspondence(runner, this::giveUp);
        heardAt = runner.world.timeline().now();
    }

    Connection connection() {
        return connection;
    }

    void attach() {
        if (over) {
            return;
        }
        named = runner.keeper().held();
        attachSentAt = runner.nanos();
        say(
                List.of(
                        new Attach(
                                runner.id(),
                                capabilities,
                                named,
                                runner.capacity(),
                                runner.instance())));
        runner.after(
                Timeline.seconds(LONGEST_HANDSHAKE),
                () -> {
                    if (!attached) {
                        giveUp("no Attached in time");
                    }
                });
        watchSilence();
    }

    private void watchSilence() {
        runner.after(
                Timeline.seconds(LONGEST_SILENCE / 3),
                () -> {
                    if (over) {
                        return;
                    }
                    long silent = runner.world.timeline().now() - heardAt;
                    if (silent > Timeline.seconds(LONGEST_SILENCE)) {
                        giveUp("nothing was heard");
                    } else {
                        watchSilence();
                    }
                });
    }

    @Override
    public void heard(String frame) {
        if (over) {
            return;
        }
        heardAt = runner.world.timeline().now();
        var messages = Correspondence.read(frame);
        if (attached) {
            messages.forEach(letters::hear);
        } else if (!messages.isEmpty() && messages.getFirst() instanceof Attached) {
            attached = true;
            Correspondence.resume(runner.keeper(), runner, named, attachSentAt, messages);
            runner.connected(this);
        } else {
            giveUp("expected Attached");
        }
    }

    @Override
    public void pinged() {
        heardAt = runner.world.timeline().now();
        connection.ping(runner);
    }

    @Override
    public void ended() {
        end("the orchestrator ended the stream");
    }

    @Override
    public void send(List<Letter> more) {
        letters.sent(more);
        say(more.stream().map(Letter::message).toList());
    }

    @Override
    public void want(@Nullable String only, int jobs) {
        var none = Capabilities.of(List.of());
        var asked = only == null ? none : none.onlyFor(only);
        say(List.of(new LeaseRequest(runner.id(), asked, jobs, null, only != null)));
    }

    @Override
    public void withdraw(@Nullable String only) {
        say(List.of(new Withdraw(runner.id(), only)));
    }

    @Override
    public boolean acknowledgesBeforehand() {
        return true;
    }

    private void say(List<? extends RunnerMessage> messages) {
        connection.send(runner, SimulatedRunner.frame(messages));
    }

    @Override
    public void giveUp(String why) {
        end(why);
    }

    @Override
    public void close() {
        end("closed by the runner");
    }

    private void end(String why) {
        if (!over) {
            over = true;
            runner.world.story().tell(() -> runner.name + " is disconnected: " + why);
            connection.close(runner);
            runner.after(0, () -> runner.disconnected(this));
        }
    }
}
