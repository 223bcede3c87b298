package dev.baton.chaos.estate;

import dev.baton.chaos.StoreKind;
import dev.baton.testkit.PostgresServer;
import dev.baton.testkit.process.BatonProcess;
import dev.baton.testkit.process.Launcher;
import dev.baton.testkit.process.ProcessLog;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Orchestrators on one store with nothing between them and their clients: one on SQLite, two on PostgreSQL.
///
/// Unlike an [Estate] it has no runners: clients hold the leases. All settings are the defaults, except for the times of a
/// lease, so that what a client can do here it can do to any orchestrator.
public final class TestFleet implements AutoCloseable {
    private static final int ORCHESTRATORS_ON_POSTGRES = 2;
    private static final long DISK_BYTES = 6L << 30;

    /// What orchestrators keep free of blobs on such a disk, by default.
    public static final long DISK_RESERVE_BYTES = DISK_BYTES / 10;

    private static final String HEAP = "-Xmx512m";

    private final Path directory;
    private final @Nullable PostgresServer postgres;
    private final @Nullable SmallDisk disk;
    private final List<Member> orchestrators = new ArrayList<>();
    private final Set<Integer> frozen = ConcurrentHashMap.newKeySet();

    private TestFleet(StoreKind store, Path directory) throws IOException {
        this.directory = directory;
        postgres = store == StoreKind.POSTGRES ? PostgresServer.start() : null;
        disk = SmallDisk.mount(data(), DISK_BYTES).orElse(null);
    }

    /// Starts everything, and leaves nothing behind if that fails.
    ///
    /// @param ttlSeconds how long a lease lives without a heartbeat
    public static TestFleet start(
            StoreKind store, Path directory, Launcher launcher, int ttlSeconds)
            throws IOException, InterruptedException {
        var fleet = new TestFleet(store, directory);
        try {
            int count = store == StoreKind.POSTGRES ? ORCHESTRATORS_ON_POSTGRES : 1;
            for (int i = 0; i < count; i++) {
                fleet.startOrchestrator(i, launcher, ttlSeconds);
            }
            return fleet;
        } catch (IOException | InterruptedException | RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    private void startOrchestrator(int number, Launcher launcher, int ttlSeconds)
            throws IOException, InterruptedException {
        String name = "orchestrator-" + number;
        var arguments =
                new ArrayList<>(
                        List.of(
                                "server",
                                "--data=" + data(),
                                "--port=0",
                                "--set=lease.ttl=%ds".formatted(ttlSeconds),
                                "--set=lease.ack_timeout=%ds".formatted(ttlSeconds / 2),
                                "--set=lease.heartbeat_interval=%ds".formatted(ttlSeconds / 5)));
        if (postgres != null) {
            arguments.add("--postgres=" + postgres.jdbcUrl());
        }
        Path home = directory.resolve("home");
        var own =
                launcher.withHome(home)
                        .with(
                                "BATON_JAVA_OPTS",
                                HEAP + " -Djava.io.tmpdir=" + Files.createDirectories(temporary()));
        var log = new ProcessLog(directory.resolve(name + ".log"));
        var member =
                new Member(
                        name, () -> BatonProcess.start(own, home, arguments, "Listening on ", log));
        orchestrators.add(member);
        member.start();
    }

    public int size() {
        return orchestrators.size();
    }

    /// Where an orchestrator listens.
    public URI address(int orchestrator) {
        return URI.create(process(orchestrator).greeting());
    }

    private BatonProcess process(int orchestrator) {
        var process = orchestrators.get(orchestrator).process();
        if (process == null) {
            throw new IllegalStateException("orchestrator %d is stopped".formatted(orchestrator));
        }
        return process;
    }

    /// SIGSTOP: the orchestrator keeps its connections and transactions, and does nothing.
    public void freeze(int orchestrator) {
        frozen.add(orchestrator);
        orchestrators.get(orchestrator).freeze();
    }

    /// SIGCONT.
    public void thaw(int orchestrator) {
        orchestrators.get(orchestrator).thaw();
        frozen.remove(orchestrator);
    }

    public boolean isFrozen(int orchestrator) {
        return frozen.contains(orchestrator);
    }

    /// Whether an orchestrator exited although no signal was sent to it.
    public boolean isGone(int orchestrator) {
        return orchestrators.get(orchestrator).isMissing();
    }

    public String adminToken() throws IOException {
        return Files.readString(data().resolve("admin-token")).strip();
    }

    /// The data directory, which is a file system of its own where [#disk] says so.
    public Path data() {
        return directory.resolve("orchestrators");
    }

    private Path temporary() {
        return directory.resolve("tmp");
    }

    /// The file system of the data directory, if this process may mount one.
    public Optional<SmallDisk> disk() {
        return Optional.ofNullable(disk);
    }

    public boolean isOnPostgres() {
        return postgres != null;
    }

    /// Where JDBC finds the store.
    public String jdbcUrl() {
        return postgres == null ? "jdbc:sqlite:" + data().resolve("baton.db") : postgres.jdbcUrl();
    }

    /// The arguments by which `baton` commands find the store.
    public List<String> storeArguments() {
        return postgres == null
                ? List.of("--data=" + data())
                : List.of("--data=" + data(), "--postgres=" + postgres.jdbcUrl());
    }

    /// SIGTERM to all of them. They have exited when this returns.
    public void stop() {
        orchestrators.forEach(Member::stop);
    }

    /// Copies the files that would be gone with the small disk.
    public void keepFiles() throws IOException {
        if (disk != null) {
            disk.copyBeside();
        }
    }

    @Override
    public void close() {
        orchestrators.forEach(Member::close);
        if (postgres != null) {
            postgres.close();
        }
        if (disk != null) {
            disk.close();
        }
    }
}
