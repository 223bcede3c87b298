package dev.baton.simulation;

import dev.baton.server.stream.Wire;

/// The orchestrator's end of a connection.
record SimulatedWire(SimulatedOrchestrator at, Connection connection) implements Wire {
    @Override
    public void send(String frame, Runnable sent, Runnable failed) {
        if (connection.isOpen(at)) {
            connection.send(at, frame);
            // The orchestrator may stand still, or the connection break, before it knows.
            at.after(0, sent);
        } else {
            failed.run();
        }
    }

    /// Frames come one at a time here anyway.
    @Override
    public void demand() {}

    @Override
    public void ping() {
        connection.ping(at);
    }

    @Override
    public void close(int status, String why) {
        connection.close(at);
    }

    @Override
    public void cut() {
        connection.vanish(at);
    }
}
