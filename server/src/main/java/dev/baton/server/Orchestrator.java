package dev.baton.server;

import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.BlobStore;
import dev.baton.blobs.files.Disk;
import dev.baton.blobs.files.FileBlobStore;
import dev.baton.protocol.submit.SubmissionReader;
import dev.baton.server.api.ArtifactReaders;
import dev.baton.server.api.DeadLetterEndpoints;
import dev.baton.server.api.EventStreams;
import dev.baton.server.api.HealthEndpoints;
import dev.baton.server.api.JobEndpoints;
import dev.baton.server.api.LogReaders;
import dev.baton.server.api.OpenApi;
import dev.baton.server.api.ResultEndpoints;
import dev.baton.server.api.RunEndpoints;
import dev.baton.server.api.RunnerEndpoints;
import dev.baton.server.auth.FirstAdmin;
import dev.baton.server.auth.Gate;
import dev.baton.server.auth.KnownTokens;
import dev.baton.server.auth.TokenDesk;
import dev.baton.server.auth.TokenEndpoints;
import dev.baton.server.config.ServerConfig;
import dev.baton.server.contents.CacheDesk;
import dev.baton.server.contents.ContentDesk;
import dev.baton.server.contents.ContentEndpoints;
import dev.baton.server.http.MemoryBudget;
import dev.baton.server.http.Route;
import dev.baton.server.http.Site;
import dev.baton.server.http.Site.Answering;
import dev.baton.server.http.Site.CallObserver;
import dev.baton.server.http.WebServer;
import dev.baton.server.runner.ArtifactUpload;
import dev.baton.server.runner.CacheEndpoints;
import dev.baton.server.runner.GiveBack;
import dev.baton.server.runner.Grants;
import dev.baton.server.runner.LeaseMessages;
import dev.baton.server.runner.LeasePoll;
import dev.baton.server.runner.LogUpload;
import dev.baton.server.runner.Presence;
import dev.baton.server.runner.RunnerContents;
import dev.baton.server.runner.RunnerOrders;
import dev.baton.server.runner.RunnerRegister;
import dev.baton.server.runner.SpecFetch;
import dev.baton.server.schedules.ScheduleBook;
import dev.baton.server.schedules.ScheduleClock;
import dev.baton.server.schedules.ScheduleEndpoints;
import dev.baton.server.schedules.ScheduleFile;
import dev.baton.server.schedules.ScheduleReader;
import dev.baton.server.stream.StreamCare;
import dev.baton.server.stream.StreamEndpoint;
import dev.baton.server.stream.StreamParts;
import dev.baton.server.stream.Streams;
import dev.baton.server.watch.CommitFeed;
import dev.baton.server.watch.FunctionMetrics;
import dev.baton.server.watch.HttpMetrics;
import dev.baton.server.watch.Incidents;
import dev.baton.server.watch.Metrics;
import dev.baton.server.watch.MetricsEndpoint;
import dev.baton.server.watch.MissedChanges;
import dev.baton.server.watch.ResultWaits;
import dev.baton.server.watch.Traces;
import dev.baton.server.watch.Watchers;
import dev.baton.store.Engine;
import dev.baton.store.Engines;
import dev.baton.telemetry.Tracing;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A running orchestrator: everything there is, put together. Read it from top to bottom.
public final class Orchestrator implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Orchestrator.class);
    private static final int OPEN_LOGS = BlobLimits.DEFAULTS.maxOpenLogs();

    /// A second, by default: as long as it takes to see schedules that were changed at another orchestrator.
    private static final int SWEEPS_BETWEEN_LOOKS_AT_SCHEDULES = 4;

    private final Metrics metrics = new Metrics();
    private final @Nullable Traces traces;
    private final Engine engine;
    private final BlobStore blobs;
    private final Watchers watchers;
    private final ResultWaits resultWaits = new ResultWaits();
    private final Streams streams;
    private final RunnerRegister register;
    private final LeasePoll leasePoll;
    private final HealthEndpoints health;
    private final WebServer web;
    private final List<Route> routes;
    private final Loop streamCare;
    private final LeaseSweep sweep;
    private final ScheduleClock scheduleClock;
    private final Loop forgetting;
    private final Loop catchingUp;
    private final TokenDesk desk;
    private final Optional<Path> adminTokenFile;

    private Orchestrator(ServerConfig config, InstantSource clock) {
        // What is wrong with it is said before anything is opened.
        var reader =
                new SubmissionReader(config.functions().routes(), config.functions().resultTtl());
        var scheduleReader = new ScheduleReader(reader);
        var wanted =
                Optional.ofNullable(config.schedules())
                        .map(file -> ScheduleFile.read(file, scheduleReader));
        DataDirectory.prepare(config);
        var tracing = Tracing.to(config.otlpEndpoint(), "baton-server");
        traces = tracing.isOn() ? new Traces(tracing, clock) : null;

        // The store, and who hears of its commits.
        var feed = new CommitFeed();
        engine = Engines.open(config.store(), config.lease(), clock, feed);
        blobs =
                FileBlobStore.open(
                        config.data().resolve("blobs"),
                        new BlobLimits(config.limits().logBytes(), OPEN_LOGS),
                        config.store().durable() ? Disk.DURABLE : Disk.CARELESS,
                        config.limits().space().diskReserve());
        watchers = new Watchers(config.limits().watching());
        var pace = StreamParts.Pace.of(clock);
        streams = new Streams(engine, config.lease().ttl(), pace);
        feed.add(streams);
        feed.add(watchers);
        feed.add(resultWaits);
        var missed = new MissedChanges(engine.views(), watchers, resultWaits);
        feed.add(missed);
        feed.add(metrics);
        feed.add(new FunctionMetrics(metrics));
        feed.add(new Incidents());
        if (traces != null) {
            feed.add(traces);
        }
        metrics.observe(engine.views()::depths, streams::count);
        metrics.observeDeadLetters(engine.deadLetters()::count);

        // Who may do what.
        var known = new KnownTokens(engine.tokens(), clock);
        var gate = new Gate(known, config.limits());
        desk = new TokenDesk(engine.tokens(), known, clock);
        adminTokenFile = FirstAdmin.ensure(desk, config.data());

        // What happens by the clock.
        scheduleClock =
                new ScheduleClock(
                        engine,
                        scheduleReader,
                        metrics,
                        config.sweepInterval().multipliedBy(SWEEPS_BETWEEN_LOOKS_AT_SCHEDULES));
        var schedules = new ScheduleBook(engine.schedules(), scheduleReader, scheduleClock::wake);
        wanted.ifPresent(schedules::adopt);

        // What can be asked.
        var grants =
                traces == null ? new Grants(config.lease()) : new Grants(config.lease(), traces);
        var giveBack = new GiveBack(engine);
        register = new RunnerRegister(engine.runners(), streams::attached, clock);
        leasePoll = new LeasePoll(engine, grants, giveBack, register, streams);
        health = new HealthEndpoints(engine, blobs::isShortOfSpace);
        web = new WebServer(config.listen(), config.limits(), metrics);
        metrics.observeConnections(web::connections);
        var parts =
                new StreamParts(engine, grants, giveBack, streams, register, config.lease(), pace);
        var views = engine.views();
        var limits = config.limits();
        var contents = new ContentDesk(blobs.contents(), limits);
        var caches = new CacheDesk(blobs, clock);
        routes =
                Stream.of(
                                new RunEndpoints(engine, limits, reader, clock).routes(),
                                new JobEndpoints(engine).routes(),
                                new DeadLetterEndpoints(engine).routes(),
                                new ResultEndpoints(engine, resultWaits).routes(),
                                new EventStreams(views, watchers).routes(),
                                new LogReaders(views, blobs.logs(), watchers).routes(),
                                new ArtifactReaders(views, blobs.artifacts()).routes(),
                                new ContentEndpoints(contents).routes(),
                                new RunnerEndpoints(
                                                engine.runners(),
                                                new Presence(register, engine.tokens(), clock))
                                        .routes(),
                                new ScheduleEndpoints(engine, schedules, scheduleReader, limits)
                                        .routes(),
                                new TokenEndpoints(desk).routes(),
                                leasePoll.routes(),
                                new LeaseMessages(engine, register, streams).routes(),
                                new RunnerOrders(engine).routes(),
                                new SpecFetch(views).routes(),
                                new LogUpload(views, blobs.logs(), limits).routes(),
                                new ArtifactUpload(views, blobs.artifacts(), limits).routes(),
                                new RunnerContents(views, contents).routes(),
                                new CacheEndpoints(views, caches).routes(),
                                new StreamEndpoint(parts, gate, web.webSockets(), limits).routes(),
                                new MetricsEndpoint(metrics).routes(),
                                new OpenApi().routes(),
                                health.routes())
                        .flatMap(List::stream)
                        .toList();

        // And off it goes.
        long memory = limits.space().memoryBytes();
        var budget = new MemoryBudget(memory == 0 ? MemoryBudget.defaultBytes() : memory);
        web.start(new Site(routes, gate, limits.pace(), budget, observer()));
        streamCare =
                Loop.start(
                        "stream-care",
                        StreamCare.INTERVAL,
                        new StreamCare(streams, pace.nanos())::look);
        sweep = new LeaseSweep(engine, config.sweepInterval());
        scheduleClock.start();
        forgetting =
                Loop.start(
                        "result-forgetting",
                        ResultForgetting.INTERVAL,
                        new ResultForgetting(engine.results())::look);
        catchingUp = Loop.start("missed-changes", MissedChanges.INTERVAL, missed::look);
        if (config.listen().isExposedInPlainText()) {
            log.warn(
                    "listening without TLS where others can listen too: tokens can be read on the way host={}",
                    config.listen().host());
        }
        log.info("orchestrator started address={} data={}", address(), config.data());
    }

    public static Orchestrator start(ServerConfig config, InstantSource clock) {
        return new Orchestrator(config, clock);
    }

    public URI address() {
        return web.address();
    }

    /// The file with the first admin token, if this start made one.
    public Optional<Path> adminTokenFile() {
        return adminTokenFile;
    }

    /// Where whoever runs this process gets tokens without having one.
    public TokenDesk tokenDesk() {
        return desk;
    }

    public Engine engine() {
        return engine;
    }

    /// How many runners wait for work over plain HTTP.
    int waitingPolls() {
        return leasePoll.waiting();
    }

    /// How many clients wait for results.
    int waitingForResults() {
        return resultWaits.count();
    }

    List<Route> routes() {
        return routes;
    }

    /// Takes nothing new, finishes what is under way, and lets go of everything.
    @Override
    public void close() {
        Stream.<Runnable>of(
                        health::stop,
                        leasePoll::stop,
                        watchers::close,
                        resultWaits::close,
                        streams::close,
                        web::stop,
                        streamCare::close,
                        sweep::close,
                        scheduleClock::close,
                        forgetting::close,
                        catchingUp::close,
                        register::close,
                        engine::close,
                        blobs::close,
                        metrics::close,
                        traces == null ? () -> {} : traces::close)
                .forEach(Orchestrator::attempt);
        log.info("orchestrator stopped");
    }

    /// What cannot be closed must not keep the rest from it.
    private static void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            log.warn("a part could not be stopped", e);
        }
    }

    private CallObserver observer() {
        var counted = new HttpMetrics(metrics);
        return traces == null
                ? counted
                : call -> {
                    Answering traced = traces.arrived(call);
                    return (method, route, status, nanos) -> {
                        counted.answered(method, route, status, nanos);
                        traced.answered(method, route, status, nanos);
                    };
                };
    }
}
