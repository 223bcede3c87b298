package dev.baton.cli;

import dev.baton.testkit.process.BatonProcess;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A real orchestrator in a process of its own, started as `./baton server` starts it, on a free port.
record ServerProcess(BatonProcess process, Path data) implements AutoCloseable {

    /// Starts a server that keeps everything in this directory.
    ///
    /// @param options more of the command line, such as `--set`, `lease.ttl=2s`
    static ServerProcess start(Path data, String... options) {
        var arguments = new ArrayList<>(List.of("server", "--port=0", "--data=" + data));
        arguments.addAll(List.of(options));
        return new ServerProcess(TestBaton.start(data, "512m", "Listening on ", arguments), data);
    }

    URI address() {
        return URI.create(process.greeting());
    }

    /// Someone who may do everything.
    Api admin() {
        try {
            return new Api(address(), Files.readString(data.resolve("admin-token")).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Someone with a new token of this kind.
    Api with(String kind, String name) {
        var issued =
                admin().post(
                                "/v1/tokens",
                                """
                                {"kind":"%s","name":"%s"}"""
                                        .formatted(kind, name));
        return new Api(address(), issued.json().get("token").stringValue());
    }

    /// `kill -9`: the process is gone when this returns, and had no time for anything.
    void kill() {
        process.kill();
    }

    /// Stops it as an operator would, with SIGTERM.
    @Override
    public void close() {
        process.stop();
    }
}
