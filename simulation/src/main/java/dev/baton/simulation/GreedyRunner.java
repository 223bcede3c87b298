package dev.baton.simulation;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.RunnerId;
import dev.baton.protocol.RunnerMessage;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.protocol.RunnerMessage.LeaseRequest;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// A client that asks for more leases than there are jobs and hangs up, again and again: sometimes before they come, sometimes after, and sometimes
/// without a word.
final class GreedyRunner extends SimulatedProcess {
    private static final int JOBS = 50;

    private final RunnerId id = new RunnerId("greedy");
    private final Capabilities capabilities;
    private @Nullable Connection connection;

    GreedyRunner(World world) {
        super(world, "greedy");
        var tags = new ArrayList<>(List.of("linux", "gpu"));
        for (int i = 1; i <= world.scenario().executors(); i++) {
            tags.add(SimulatedPool.TAG + "executor-" + i);
        }
        capabilities = Capabilities.of(tags);
    }

    @Override
    void begin() {
        after(Timeline.seconds(pause()), this::ask);
    }

    @Override
    void end() {
        hangUp();
    }

    @Override
    void settle() {}

    private double pause() {
        return world.more().acrossScales(0.01, 1) * world.scenario().ttl();
    }

    private void ask() {
        var to = world.more().oneOf(world.orchestrators());
        if (to.isAlive() && !world.network().isCut(name, to.name)) {
            var opened = new Connection(world, this, to);
            connection = opened;
            opened.listen(this, new Deaf());
            int life = to.life();
            world.timeline()
                    .after(
                            world.network().latency(),
                            () -> to.happen(life, () -> to.accept(opened)));
            after(world.network().latency() * 2, () -> say(opened));
            after(Timeline.seconds(world.more().acrossScales(0.001, 2)), this::hangUp);
        }
        after(Timeline.seconds(pause()), this::ask);
    }

    private void say(Connection opened) {
        var instance = new InstanceId("process-" + (world.more().number() >>> 1));
        List<RunnerMessage> messages =
                List.of(
                        new Attach(id, capabilities, List.of(), JOBS, instance),
                        new LeaseRequest(id, capabilities, JOBS, null, false));
        opened.send(this, SimulatedRunner.frame(messages));
    }

    private void hangUp() {
        var open = connection;
        connection = null;
        if (open != null) {
            world.network().lose(open, this);
        }
    }

    /// It reads nothing.
    private static final class Deaf implements Connection.Ear {
        @Override
        public void heard(String frame) {}

        @Override
        public void pinged() {}

        @Override
        public void ended() {}
    }
}
