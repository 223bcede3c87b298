package dev.baton.bench;

import dev.baton.testkit.process.BatonProcess;
import dev.baton.testkit.process.ProcessLog;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// An orchestrator that runs as in production, in a process and a data directory of its own. What it prints goes to
/// `server.log` there.
record OrchestratorProcess(BatonProcess process, Path data) implements AutoCloseable {
    static OrchestratorProcess start(
            Program program, Path data, List<String> jvmOptions, List<String> settings)
            throws IOException {
        Files.createDirectories(data);
        var arguments = new ArrayList<>(List.of("server", "--port=0", "--data=" + data));
        // What is measured is how fast it is, not how fast it lets one token be.
        arguments.addAll(
                List.of("--set=limits.jobs_per_second=1000000", "--set=limits.job_burst=1000000"));
        arguments.addAll(settings);
        var log = new ProcessLog(data.resolve("server.log"));
        var process =
                BatonProcess.start(
                        program.launcher(jvmOptions), data, arguments, "Listening on ", log);
        return new OrchestratorProcess(process, data);
    }

    URI server() {
        return URI.create(process.greeting());
    }

    long pid() {
        return process.handle().pid();
    }

    ProcessUse use() {
        return new ProcessUse(process.handle());
    }

    String adminToken() throws IOException {
        return Files.readString(data.resolve("admin-token")).strip();
    }

    @Override
    public void close() {
        process.stop();
    }
}
