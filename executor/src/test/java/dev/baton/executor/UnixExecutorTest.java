package dev.baton.executor;

import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class UnixExecutorTest extends ExecutorContract {
    @TempDir private Path directory;

    @Override
    ExecutorAddress address() {
        return ExecutorAddress.unix(directory.resolve("e.sock"));
    }
}
