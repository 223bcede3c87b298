package dev.baton.executor;

import org.junit.jupiter.api.Nested;

class TcpExecutorTest {
    private static ExecutorAddress anyPort() {
        return ExecutorAddress.tcp("127.0.0.1:0");
    }

    @Nested
    class Calls extends ExecutorContract {
        @Override
        ExecutorAddress address() {
            return anyPort();
        }
    }

    @Nested
    class Callers extends CallersContract {
        @Override
        ExecutorAddress address() {
            return anyPort();
        }
    }
}
