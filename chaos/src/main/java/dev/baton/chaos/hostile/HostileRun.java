package dev.baton.chaos.hostile;

import dev.baton.chaos.StoreKind;
import dev.baton.chaos.Workplace;
import dev.baton.chaos.estate.TestFleet;
import dev.baton.chaos.hostile.HostileOutcome.OfAct;
import dev.baton.chaos.hostile.HostileOutcome.OfStore;
import dev.baton.chaos.hostile.act.Act;
import dev.baton.chaos.hostile.act.Scene;
import dev.baton.chaos.hostile.load.ApiClient;
import dev.baton.chaos.hostile.load.BeatLog;
import dev.baton.chaos.hostile.load.BeatingLeases;
import dev.baton.chaos.hostile.load.ClientLag;
import dev.baton.chaos.hostile.load.Findings;
import dev.baton.chaos.hostile.load.HttpLeases;
import dev.baton.chaos.hostile.load.Innocents;
import dev.baton.chaos.hostile.load.ReadinessWatch;
import dev.baton.chaos.hostile.load.StreamLeases;
import dev.baton.testkit.process.Launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// `baton chaos --hostile`, from the first process to the last check.
public final class HostileRun {
    private static final int LEASES = 100;
    private static final int ON_THE_STREAM = 50;

    /// Leases whose runner beats to the orchestrator that will be frozen, and has to move on.
    private static final int AT_THE_NEIGHBOUR = 10;

    private static final Duration MAX_CALMING = Duration.ofSeconds(30);
    private static final String END = "end";
    private static final double SECOND = 1e9;

    private final HostilePlan plan;
    private final Launcher launcher;
    private final PrintWriter out;

    /// @param launcher starts `baton`
    /// @param out where people are told how it goes
    public HostileRun(HostilePlan plan, Launcher launcher, PrintWriter out) {
        this.plan = plan;
        this.launcher = launcher;
        this.out = out;
    }

    public HostileOutcome run() throws IOException, InterruptedException {
        var outcomes = new ArrayList<OfStore>();
        for (var store : plan.stores()) {
            try (var place = Workplace.make(plan.keep())) {
                say("%s, in %s", store, place.directory());
                var outcome = on(store, place.directory());
                if (!outcome.violations().isEmpty()) {
                    place.keep();
                }
                outcomes.add(outcome);
            }
        }
        return new HostileOutcome(outcomes);
    }

    private OfStore on(StoreKind store, Path directory) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var log = new BeatLog();
        var findings = new Findings(log);
        var acts = new LinkedHashSet<String>();
        try (var fleet = TestFleet.start(store, directory, launcher, (int) Scene.TTL.toSeconds());
                var lag = new ClientLag(log);
                var readiness = new ReadinessWatch(fleet, log)) {
            var admin = new ApiClient(fleet.address(0), fleet.adminToken());
            try (var innocents = new Innocents(fleet, admin, findings)) {
                var holders = new LinkedHashMap<String, String>();
                var leases = takeLeases(fleet, admin, innocents, log, lag, holders);
                innocents.start();
                var scene =
                        new Scene(
                                fleet,
                                plan.scale(),
                                new ApiClient(
                                        fleet.address(0), admin.issueToken("user", "hostile")),
                                admin.issueToken("runner", "hostile-runner"),
                                innocents,
                                findings,
                                holders,
                                Collections.synchronizedList(new ArrayList<>()));
                var figures = new ActFigures(log, lag, findings, readiness);
                for (Act act : Act.all()) {
                    if (plan.includes(act)) {
                        play(act, scene, log, figures, acts);
                    }
                }
                log.enter(END);
                acts.add(END);
                findExited(fleet, findings);
                for (var some : leases) {
                    some.complete();
                }
                innocents.finish();
                readiness.stop();
                fleet.stop();
                audit(fleet, directory, findings);
                var outcome = outcome(store, figures, acts, start);
                if (plan.keep() || !outcome.violations().isEmpty()) {
                    fleet.keepFiles();
                }
                tell(outcome);
                return outcome;
            }
        }
    }

    private List<BeatingLeases> takeLeases(
            TestFleet fleet,
            ApiClient admin,
            Innocents innocents,
            BeatLog log,
            ClientLag lag,
            Map<String, String> holders)
            throws IOException, InterruptedException {
        int away = fleet.size() > 1 ? AT_THE_NEIGHBOUR : 0;
        int overHttp = LEASES - ON_THE_STREAM - away;
        for (String holder : List.of("on-stream", "over-http", "at-neighbour")) {
            holders.put(holder, admin.issueToken("runner", holder));
        }
        submit(innocents, "on-stream", ON_THE_STREAM);
        submit(innocents, "over-http", overHttp);
        submit(innocents, "at-neighbour", away);
        var leases = new ArrayList<BeatingLeases>();
        var stream =
                new StreamLeases(
                        fleet.address(0),
                        "on-stream",
                        token(holders, "on-stream"),
                        ON_THE_STREAM,
                        log,
                        lag);
        stream.take();
        leases.add(stream);
        var http = new HttpLeases(fleet, "over-http", token(holders, "over-http"), 0, log, lag);
        http.take(overHttp);
        leases.add(http);
        if (away > 0) {
            var neighbour =
                    new HttpLeases(
                            fleet, "at-neighbour", token(holders, "at-neighbour"), 1, log, lag);
            neighbour.take(away);
            leases.add(neighbour);
        }
        say("%d leases beat every %d s", LEASES, BeatingLeases.INTERVAL.toSeconds());
        return leases;
    }

    private static String token(Map<String, String> holders, String name) {
        return holders.getOrDefault(name, "");
    }

    private static void submit(Innocents innocents, String tag, int jobs)
            throws InterruptedException {
        if (jobs > 0) {
            innocents.submit(
                    IntStream.range(0, jobs)
                            .mapToObj(i -> Innocents.job(tag + "-" + i, tag))
                            .collect(Collectors.joining(",")),
                    0);
        }
    }

    private void play(Act act, Scene scene, BeatLog log, ActFigures figures, Set<String> acts)
            throws InterruptedException {
        if (!act.fits(scene.fleet())) {
            say("%-12s cannot be done here", act.name());
            return;
        }
        log.enter(act.name());
        acts.add(act.name());
        long start = System.nanoTime();
        try {
            act.play(scene);
        } catch (IOException | SQLException | RuntimeException e) {
            scene.findings().broken("%s could not be done: %s".formatted(act.name(), e));
        }
        calm(log, scene.findings());
        scene.findings()
                .highest("act_ms", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        var seen = figures.of(act.name());
        say(
                "%-12s %3d lost, %d innocents failed, %d lies, p99 %d ms, max %d ms of %d beats, client late %d ms, %s",
                act.name(),
                seen.leasesLost(),
                seen.innocentFailures(),
                seen.readinessLies(),
                seen.p99(),
                seen.max(),
                seen.beats(),
                seen.clientLate(),
                new TreeMap<>(seen.more()));
    }

    /// Waits until what an act began is over: beats are answered again.
    private static void calm(BeatLog log, Findings findings) throws InterruptedException {
        long until = System.nanoTime() + MAX_CALMING.toNanos();
        do {
            Thread.sleep(100);
            if (System.nanoTime() - until > 0) {
                findings.broken(
                        "beats were still not answered %s after the act".formatted(MAX_CALMING));
                return;
            }
        } while (log.openFor(Duration.ofMillis(500).toNanos()) > 0);
    }

    private static void findExited(TestFleet fleet, Findings findings) {
        for (int i = 0; i < fleet.size(); i++) {
            if (fleet.isGone(i)) {
                findings.broken("orchestrator %d exited".formatted(i));
            }
        }
    }

    private void audit(TestFleet fleet, Path directory, Findings findings)
            throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("audit", "verify"));
        arguments.addAll(fleet.storeArguments());
        Process process = launcher.start(directory, arguments);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            findings.broken("audit verify: " + said.lines().limit(5).toList());
        }
    }

    private static OfStore outcome(
            StoreKind store, ActFigures figures, Set<String> acts, long start) {
        var prompt =
                Act.all().stream()
                        .filter(Act::demandsPromptBeats)
                        .map(Act::name)
                        .collect(Collectors.toSet());
        var ofActs = acts.stream().map(figures::of).toList();
        var all = figures.total(acts);
        var beats = figures.total(prompt);
        var total =
                new OfAct(
                        "total",
                        beats.beats(),
                        beats.p99(),
                        beats.max(),
                        beats.movedMax(),
                        all.clientLate(),
                        figures.log().lost().size(),
                        (int)
                                figures.findings().found().stream()
                                        .filter(one -> one.kind() == Findings.Kind.INNOCENT)
                                        .count(),
                        figures.readiness().lies().size(),
                        all.more());
        var violations = new ArrayList<String>();
        figures.log()
                .lost()
                .forEach(
                        lost ->
                                violations.add(
                                        "%s: lease of %s lost: %s"
                                                .formatted(lost.act(), lost.job(), lost.why())));
        figures.findings()
                .found()
                .forEach(one -> violations.add("%s: %s".formatted(one.act(), one.what())));
        figures.readiness()
                .lies()
                .forEach(lie -> violations.add("%s: %s".formatted(lie.act(), lie.what())));
        for (var act : ofActs) {
            if (prompt.contains(act.name()) && act.p99() >= HostileOutcome.MAX_BEAT_P99_MS) {
                violations.add(
                        "%s: p99 of a beat is %d ms, expected less than %d (this process was late by %d ms at most)"
                                .formatted(
                                        act.name(),
                                        act.p99(),
                                        HostileOutcome.MAX_BEAT_P99_MS,
                                        act.clientLate()));
            }
        }
        if (acts.contains("blocked") && !figures.readiness().saidNotReady("blocked")) {
            violations.add(
                    "blocked: /readyz said 200 all the time though nothing could be written");
        }
        return new OfStore(store, ofActs, total, violations, (System.nanoTime() - start) / SECOND);
    }

    private void tell(OfStore outcome) {
        outcome.violations().stream().limit(15).forEach(what -> say("VIOLATED %.400s", what));
        if (outcome.violations().size() > 15) {
            say("… and %d more", outcome.violations().size() - 15);
        }
        say(
                "%s: %d leases lost, %d innocent failures, p99 of a beat %d ms, %d violations, %.1f s",
                outcome.store(),
                outcome.total().leasesLost(),
                outcome.total().innocentFailures(),
                outcome.total().p99(),
                outcome.violations().size(),
                outcome.seconds());
    }

    private void say(String format, Object... arguments) {
        out.printf(Locale.ROOT, format + "%n", arguments);
        out.flush();
    }
}
