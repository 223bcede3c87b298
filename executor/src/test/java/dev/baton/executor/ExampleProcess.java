package dev.baton.executor;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// One of the example executors, in a process of its own.
final class ExampleProcess implements AutoCloseable {
    private static final Path EXAMPLES =
            Path.of("..", "examples", "executors").toAbsolutePath().normalize();
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final Path said;

    /// Those that there are, and how each is started.
    enum Language {
        JAVA,
        PYTHON,
        NODE;

        private List<String> command() {
            return switch (this) {
                case JAVA ->
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                absolute(System.getProperty("java.class.path")),
                                "java/Main.java");
                case PYTHON -> List.of("python3", "python/executor.py");
                case NODE -> List.of("node", "node/executor.mjs");
            };
        }

        private static String absolute(String classPath) {
            return Arrays.stream(classPath.split(File.pathSeparator))
                    .map(entry -> Path.of(entry).toAbsolutePath().toString())
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private ExampleProcess(Process process, Path said) {
        this.process = process;
        this.said = said;
    }

    /// Starts an example with these variables and none of the other's.
    static ExampleProcess start(Language language, Map<String, String> variables, Path directory)
            throws IOException {
        Path said = Files.createTempFile(directory, "said", ".log");
        var builder =
                new ProcessBuilder(language.command())
                        .directory(EXAMPLES.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        builder.environment().remove(ExecutorAddress.SOCKET_VARIABLE);
        builder.environment().remove(ExecutorAddress.TCP_VARIABLE);
        builder.environment().putAll(variables);
        return new ExampleProcess(builder.start(), said);
    }

    /// Waits until it can be connected to.
    void awaitListening(ExecutorAddress address) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try (var _ = TestClient.connect(address)) {
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw new AssertionError("it does not listen; it said " + said(), e);
                }
                process.waitFor(10, TimeUnit.MILLISECONDS);
            }
        }
    }

    /// Tells it to end, as an orchestrator does.
    void terminate() {
        process.destroy();
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it does not end; it said " + said());
        }
        return process.exitValue();
    }

    String said() {
        try {
            return Files.readString(said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
