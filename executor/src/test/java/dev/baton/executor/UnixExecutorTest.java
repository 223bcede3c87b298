package dev.baton.executor;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class UnixExecutorTest {
    @TempDir private Path directory;

    private ExecutorAddress socket() {
        return ExecutorAddress.unix(directory.resolve("e.sock"));
    }

    @Nested
    class Calls extends ExecutorContract {
        @Override
        ExecutorAddress address() {
            return socket();
        }
    }

    @Nested
    class Callers extends CallersContract {
        @Override
        ExecutorAddress address() {
            return socket();
        }
    }
}
