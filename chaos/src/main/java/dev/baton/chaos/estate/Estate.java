package dev.baton.chaos.estate;

import dev.baton.chaos.StoreKind;
import dev.baton.chaos.load.Client;
import dev.baton.chaos.load.Traces;
import dev.baton.testkit.PostgresServer;
import dev.baton.testkit.network.TcpProxy;
import dev.baton.testkit.process.BatonProcess;
import dev.baton.testkit.process.Launcher;
import dev.baton.testkit.process.ProcessLog;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// All that runs: orchestrators on one store, runners that work for them, and the ways between them.
///
/// Whoever talks to an orchestrator is led to one after the other, as a load balancer would.
public final class Estate implements AutoCloseable {
    private static final String LISTENING = "Listening on ";

    private final Path directory;
    private final Launcher launcher;
    private final Path executors;
    private final @Nullable PostgresServer postgres;
    private final List<SmallDisk> disks = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Member> orchestrators = new ArrayList<>();
    private final List<Member> runners = new ArrayList<>();
    private final List<Path> runnerData = new ArrayList<>();
    private final AtomicInteger turns = new AtomicInteger();

    private Estate(StoreKind store, Path directory, Launcher launcher, Traces traces)
            throws IOException {
        this.directory = directory;
        this.launcher = launcher.withHome(directory.resolve("home"));
        executors = Executors.write(directory, traces);
        postgres = store == StoreKind.POSTGRES ? PostgresServer.start() : null;
    }

    /// Starts everything, and leaves nothing behind if that fails.
    public static Estate start(StoreKind store, Path directory, Launcher launcher, Traces traces)
            throws IOException, InterruptedException {
        var estate = new Estate(store, directory, launcher, traces);
        try {
            estate.startOrchestrators();
            estate.startRunners();
            return estate;
        } catch (IOException | InterruptedException | RuntimeException e) {
            estate.close();
            throw e;
        }
    }

    private void startOrchestrators() throws IOException, InterruptedException {
        disk(data());
        int count = postgres == null ? 1 : Terms.ORCHESTRATORS_ON_POSTGRES;
        for (int i = 0; i < count; i++) {
            String name = "orchestrator-" + i;
            var arguments = new ArrayList<>(List.of("server", "--data=" + data()));
            arguments.addAll(Terms.OF_ORCHESTRATORS);
            if (postgres != null) {
                var way = link(name + " to postgres", this::database);
                arguments.add("--postgres=" + url(way.port()));
            }
            var own =
                    launcher.with(
                            "BATON_JAVA_OPTS",
                            Terms.JVM_OF_ORCHESTRATORS + " -Djava.io.tmpdir=" + temporary());
            var member = new Member(name, () -> launch(own, name, arguments, LISTENING));
            orchestrators.add(member);
            member.start();
        }
    }

    private void startRunners() throws IOException, InterruptedException {
        var admin = new Client(direct(), adminToken());
        for (int i = 0; i < Terms.RUNNERS; i++) {
            String name = "runner-" + i;
            Path token = directory.resolve(name + ".token");
            var issued =
                    admin.post(
                            "/v1/tokens", "{\"kind\":\"runner\",\"name\":\"%s\"}".formatted(name));
            Files.writeString(token, issued.json().get("token").stringValue());
            Path files = directory.resolve(name);
            if (i == 0) {
                disk(files);
            }
            runnerData.add(files);
            var way = link(name, this::nextOrchestrator);
            var arguments =
                    new ArrayList<>(
                            List.of(
                                    "runner",
                                    "--server=http://127.0.0.1:" + way.port(),
                                    "--token-file=" + token,
                                    "--id=" + name,
                                    "--data=" + files,
                                    "--executors=" + executors));
            arguments.addAll(Terms.OF_RUNNERS);
            var own = launcher.with("BATON_JAVA_OPTS", Terms.JVM_OF_RUNNERS);
            var member = new Member(name, () -> launch(own, name, arguments, "Runner "));
            runners.add(member);
            member.start();
        }
    }

    private BatonProcess launch(Launcher with, String name, List<String> arguments, String ready)
            throws IOException {
        var log = new ProcessLog(directory.resolve(name + ".log"));
        return BatonProcess.start(with, directory.resolve("home"), arguments, ready, log);
    }

    private TcpProxy link(String name, Supplier<Optional<InetSocketAddress>> to)
            throws IOException {
        var proxy = new TcpProxy(to);
        links.add(new Link(name, proxy));
        return proxy;
    }

    private void disk(Path at) throws IOException {
        SmallDisk.mount(at).ifPresent(disks::add);
    }

    /// A way for clients.
    public URI wayForClients() throws IOException {
        return URI.create("http://127.0.0.1:" + link("clients", this::nextOrchestrator).port());
    }

    /// Where the first orchestrator is, with nothing in between.
    public URI direct() {
        return URI.create("http://127.0.0.1:" + nextOrchestrator().orElseThrow().getPort());
    }

    private Optional<InetSocketAddress> nextOrchestrator() {
        int first = turns.getAndIncrement();
        for (int i = 0; i < orchestrators.size(); i++) {
            var member = orchestrators.get(Math.floorMod(first + i, orchestrators.size()));
            var process = member.process();
            if (process != null && process.isAlive()) {
                return Optional.of(loopback(URI.create(process.greeting()).getPort()));
            }
        }
        return Optional.empty();
    }

    private Optional<InetSocketAddress> database() {
        return Optional.ofNullable(postgres).map(server -> loopback(server.port()));
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    public String adminToken() throws IOException {
        return Files.readString(data().resolve("admin-token")).strip();
    }

    /// Where JDBC finds the store.
    public String jdbcUrl() {
        return postgres == null ? "jdbc:sqlite:" + data().resolve("baton.db") : postgres.jdbcUrl();
    }

    private static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:%d/postgres?user=%s"
                .formatted(port, PostgresServer.USER);
    }

    /// The data directory of the orchestrators.
    public Path data() {
        return directory.resolve("orchestrators");
    }

    private Path temporary() throws IOException {
        return Files.createDirectories(directory.resolve("tmp"));
    }

    public List<Path> runnerData() {
        return List.copyOf(runnerData);
    }

    public List<Member> orchestrators() {
        return List.copyOf(orchestrators);
    }

    public List<Member> runners() {
        return List.copyOf(runners);
    }

    public List<Link> links() {
        return List.copyOf(links);
    }

    public List<SmallDisk> disks() {
        return List.copyOf(disks);
    }

    public Optional<PostgresServer> postgres() {
        return Optional.ofNullable(postgres);
    }

    /// Leaves for whoever has to find out something what would be gone with the small disks.
    public void keepFiles() throws IOException {
        for (SmallDisk disk : disks) {
            disk.copyBeside();
        }
    }

    @Override
    public void close() throws IOException {
        runners.forEach(Member::close);
        orchestrators.forEach(Member::close);
        for (Link link : links) {
            link.proxy().close();
        }
        if (postgres != null) {
            postgres.close();
        }
        for (SmallDisk disk : disks) {
            disk.close();
        }
    }
}
