package dev.baton.cli;

import dev.baton.testkit.process.BatonProcess;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A real runner in a process of its own, started as `./baton runner` starts it.
record RunnerProcess(BatonProcess process) implements AutoCloseable {

    /// Starts a runner that keeps its files in a directory of this name.
    ///
    /// @param options more of the command line
    static RunnerProcess start(ServerProcess server, Path directory, String id, String... options) {
        try {
            Path data = Files.createDirectories(directory.resolve(id));
            Path token = data.resolve("token");
            Files.writeString(token, server.with("runner", id).token());
            var arguments =
                    new ArrayList<>(
                            List.of(
                                    "runner",
                                    "--server=" + server.address(),
                                    "--token-file=" + token,
                                    "--id=" + id,
                                    "--data=" + data.resolve("files")));
            arguments.addAll(List.of(options));
            return new RunnerProcess(TestBaton.start(data, "128m", "Runner ", arguments));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// `kill -9`: gone when this returns.
    void kill() {
        process.kill();
    }

    /// `kill -STOP`: it is there, and does nothing.
    void freeze() {
        process.freeze();
    }

    /// `kill -CONT`: it goes on as if no time had passed.
    void thaw() {
        process.thaw();
    }

    /// `kill -TERM`, and its exit status.
    int stop() {
        return process.stop();
    }

    @Override
    public void close() {
        process.close();
    }
}
