package dev.baton.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// An orchestrator that runs as in production, in a process and a data directory of its own. What it prints goes to
/// `server.log` there.
final class OrchestratorProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final String LISTENING = "Listening on ";

    private final Process process;
    private final Path data;
    private final Thread stopAtExit;
    private final URI address;

    private OrchestratorProcess(Process process, Path data) {
        this.process = process;
        this.data = data;
        stopAtExit = Thread.ofPlatform().name("orchestrator-stop").unstarted(process::destroy);
        Runtime.getRuntime().addShutdownHook(stopAtExit);
        address = address();
    }

    static OrchestratorProcess start(
            Program program, Path data, List<String> jvmOptions, List<String> settings)
            throws IOException {
        Files.createDirectories(data);
        var arguments = new ArrayList<>(List.of("--port", "0", "--data", data.toString()));
        arguments.addAll(settings);
        var builder = new ProcessBuilder(program.server(jvmOptions, arguments));
        builder.environment().keySet().removeIf(name -> name.startsWith("BATON_"));
        builder.directory(data.toFile()).redirectErrorStream(true);
        return new OrchestratorProcess(builder.start(), data);
    }

    URI server() {
        return address;
    }

    long pid() {
        return process.pid();
    }

    ProcessUse use() {
        return new ProcessUse(process.toHandle());
    }

    String adminToken() throws IOException {
        return Files.readString(data.resolve("admin-token")).strip();
    }

    private URI address() {
        var listening = new CompletableFuture<URI>();
        Thread.ofPlatform().daemon().name("orchestrator-output").start(() -> copyOutput(listening));
        try {
            return listening.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new BenchException("the orchestrator did not start; see " + log(), e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while the orchestrator started", e);
        }
    }

    private void copyOutput(CompletableFuture<URI> listening) {
        try (BufferedReader lines = process.inputReader();
                var log = Files.newBufferedWriter(log())) {
            for (String line; (line = lines.readLine()) != null; ) {
                log.write(line + "\n");
                log.flush();
                if (line.startsWith(LISTENING)) {
                    listening.complete(URI.create(line.substring(LISTENING.length())));
                }
            }
        } catch (IOException e) {
            listening.completeExceptionally(new UncheckedIOException(e));
        }
        listening.completeExceptionally(new IllegalStateException("it ended"));
    }

    private Path log() {
        return data.resolve("server.log");
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(stopAtExit);
        } catch (IllegalStateException alreadyExiting) {
            return; // the hook does it
        }
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
