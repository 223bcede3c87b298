package dev.baton.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// An orchestrator, and runners with an executor each, as processes that are killed with `-9` and replaced.
///
/// A runner is replaced by one of another name: what it held nobody gives back, and only time can end it.
final class FiringRange implements AutoCloseable {
    static final Duration TTL = Duration.ofSeconds(6);
    static final Duration SWEEP = Duration.ofMillis(250);

    private static final int RUNNERS = 3;
    private static final int IN_FLIGHT = 1_000;
    private static final Duration LONGEST_START = Duration.ofSeconds(30);
    private static final String[] TERMS = {
        "--set=lease.ttl=%ds".formatted(TTL.toSeconds()),
        "--set=lease.heartbeat_interval=1s",
        "--set=lease.ack_timeout=%ds".formatted(TTL.toSeconds()),
        "--set=sweep.interval=%dms".formatted(SWEEP.toMillis()),
        "--set=limits.requests_per_second=100000",
        "--set=limits.request_burst=100000"
    };

    private final Path directory;
    private final Path executors;
    private final String waits;
    private final Map<String, RunnerProcess> runners = new LinkedHashMap<>();
    private final Map<String, Instant> deaths = new LinkedHashMap<>();
    private ServerProcess server;
    private int started;

    /// Starts the orchestrator. Runners come later.
    ///
    /// @param free the file for which all calls wait
    FiringRange(Path directory, Path free) throws IOException {
        this.directory = directory;
        executors = directory.resolve("executors.toml");
        waits = HoldingExecutor.FREE + "=" + free;
        String command =
                HoldingExecutor.command().stream()
                        .map("'%s'"::formatted)
                        .collect(Collectors.joining(", ", "[", "]"));
        Files.writeString(
                executors,
                """
                [executors.java]
                cmd = %s
                env = { %s = '%s' }
                max_in_flight = %d
                """
                        .formatted(command, HoldingExecutor.FREE, free, IN_FLIGHT));
        server = ServerProcess.start(Files.createDirectories(directory.resolve("server")), TERMS);
    }

    /// How many calls can be at their handlers at once.
    static int places() {
        return RUNNERS * IN_FLIGHT;
    }

    void startRunners() {
        while (runners.size() < RUNNERS) {
            String id = "runner-" + ++started;
            runners.put(
                    id,
                    RunnerProcess.start(
                            server,
                            directory,
                            id,
                            "--executors=" + executors,
                            "--set=runner.stop_grace=1s"));
        }
    }

    ServerProcess server() {
        return server;
    }

    List<String> runners() {
        return List.copyOf(runners.keySet());
    }

    /// When which runner was killed. None of them comes back.
    Map<String, Instant> deaths() {
        return Map.copyOf(deaths);
    }

    void killRunner(String id) {
        RunnerProcess doomed = runners.remove(id);
        doomed.kill();
        deaths.put(id, Instant.now());
    }

    void killOrchestrator() {
        int port = server.address().getPort();
        server.kill();
        var options = new ArrayList<>(List.of(TERMS));
        options.add("--set=server.port=" + port);
        server = ServerProcess.start(server.data(), options.toArray(String[]::new));
    }

    /// Kills the executor of a runner, which starts another one.
    void killExecutor(String id) {
        ProcessHandle runner = runners.get(id).process().handle();
        await().atMost(LONGEST_START).until(() -> !executorsOf(runner).isEmpty());
        executorsOf(runner).forEach(ProcessHandle::destroyForcibly);
    }

    /// Known by the file that they wait for: it is in the environment of no other process.
    private List<ProcessHandle> executorsOf(ProcessHandle runner) {
        return runner.descendants().filter(child -> environmentOf(child).contains(waits)).toList();
    }

    private static String environmentOf(ProcessHandle process) {
        try {
            Path file = Path.of("/proc", Long.toString(process.pid()), "environ");
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    String any(RandomGenerator chance) {
        return runners().get(chance.nextInt(RUNNERS));
    }

    /// Stops everything as an operator would.
    @Override
    public void close() {
        runners.values().forEach(RunnerProcess::stop);
        server.close();
    }
}
