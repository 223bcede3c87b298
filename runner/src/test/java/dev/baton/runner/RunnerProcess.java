package dev.baton.runner;

import dev.baton.runner.link.Orchestrators;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// A runner in a process of its own, to be killed.
final class RunnerProcess implements AutoCloseable {
    private final Process process;

    private RunnerProcess(Process process) {
        this.process = process;
    }

    static RunnerProcess start(RunnerConfig config, Path output) throws IOException {
        var builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RunnerProcess.class.getName(),
                        config.orchestrators().toString(),
                        config.runnerId(),
                        config.data().toString());
        builder.environment().put("BATON_TEST_TOKEN", config.token());
        builder.redirectErrorStream(true).redirectOutput(output.toFile());
        return new RunnerProcess(builder.start());
    }

    public static void main(String[] arguments) throws InterruptedException {
        var config =
                new RunnerConfig(
                        Orchestrators.of(URI.create(arguments[0])),
                        System.getenv("BATON_TEST_TOKEN"),
                        arguments[1],
                        Path.of(arguments[2]),
                        1,
                        List.of(),
                        Duration.ofSeconds(30),
                        Duration.ofMillis(500),
                        RunnerConfig.DEFAULT_LOG_BYTES);
        Runner.start(config, InstantSource.system()).awaitEnd();
    }

    /// Ends the process as a power cut would.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
