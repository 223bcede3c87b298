package dev.baton.executor;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// An executor that runs, with handlers that do what a test wants, and somebody who is connected to it. Run over each transport.
@Timeout(60)
abstract class ExecutorScene {
    static final int SLOTS = 8;

    final TestHandlers handlers = new TestHandlers();
    final Queue<String> log = new ConcurrentLinkedQueue<>();
    Executor executor;
    TestClient client;

    abstract ExecutorAddress address() throws IOException;

    @BeforeEach
    void start() throws IOException {
        executor = handlers.executor(address()).mostInFlight(SLOTS).log(log::add).start();
        client = connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        handlers.release();
        executor.close();
    }

    TestClient connect() throws IOException {
        return TestClient.connect(executor.address());
    }
}
