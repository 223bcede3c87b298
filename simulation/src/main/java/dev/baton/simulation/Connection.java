package dev.baton.simulation;

import org.jspecify.annotations.Nullable;

/// A connection between a runner and an orchestrator. What is sent arrives in order, or not at all; an end may be gone
/// without the other one knowing.
final class Connection {
    /// What one end hears.
    interface Ear {
        void heard(String frame);

        void pinged();

        void ended();
    }

    private final World world;
    private final End client;
    private final End server;

    private static final class End {
        final SimulatedProcess process;
        final int life;
        boolean open = true;
        long arrived;
        @Nullable Ear ear;

        End(SimulatedProcess process) {
            this.process = process;
            this.life = process.life();
        }
    }

    Connection(World world, SimulatedProcess client, SimulatedProcess server) {
        this.world = world;
        this.client = new End(client);
        this.server = new End(server);
    }

    void listen(SimulatedProcess by, Ear ear) {
        end(by).ear = ear;
    }

    boolean isOpen(SimulatedProcess at) {
        return end(at).open && at.isAlive() && at.life() == end(at).life;
    }

    void send(SimulatedProcess from, String frame) {
        if (isOpen(from)) {
            deliver(other(from), from.freeAt(), ear -> ear.heard(frame));
        }
    }

    void ping(SimulatedProcess from) {
        if (isOpen(from)) {
            deliver(other(from), from.freeAt(), Ear::pinged);
        }
    }

    /// Ends the connection at this end at once; the other one hears of it.
    void close(SimulatedProcess from) {
        if (end(from).open) {
            end(from).open = false;
            deliver(other(from), from.freeAt(), Ear::ended);
        }
    }

    /// This end is gone without a word.
    void vanish(SimulatedProcess from) {
        end(from).open = false;
    }

    private interface Saying {
        void to(Ear ear);
    }

    private void deliver(End to, long departs, Saying what) {
        to.arrived = Math.max(to.arrived, departs + world.network().latency());
        world.timeline().at(to.arrived, () -> arrive(to, what));
    }

    private void arrive(End to, Saying what) {
        String a = client.process.name;
        String b = server.process.name;
        if (world.network().isCut(a, b)) {
            to.arrived = Math.max(to.arrived, world.network().healsAt(a, b));
            world.timeline().at(world.network().healsAt(a, b), () -> arrive(to, what));
            return;
        }
        to.process.happen(
                to.life,
                () -> {
                    var ear = to.ear;
                    if (to.open && ear != null) {
                        what.to(ear);
                    }
                });
    }

    private End end(SimulatedProcess process) {
        return process.equals(client.process) ? client : server;
    }

    private End other(SimulatedProcess process) {
        return process.equals(client.process) ? server : client;
    }
}
