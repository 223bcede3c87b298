package dev.baton.chaos;

import dev.baton.chaos.estate.Estate;
import dev.baton.chaos.estate.Member;
import dev.baton.chaos.estate.Terms;
import dev.baton.chaos.fault.FaultLog;
import dev.baton.chaos.fault.FaultLog.Count;
import dev.baton.chaos.fault.FaultSchedule;
import dev.baton.chaos.fault.Tormentor;
import dev.baton.chaos.load.Client;
import dev.baton.chaos.load.Customer;
import dev.baton.chaos.load.Ledger;
import dev.baton.chaos.load.Traces;
import dev.baton.chaos.proof.Proof;
import dev.baton.chaos.proof.Remains;
import dev.baton.chaos.proof.StoreAudit;
import dev.baton.chaos.proof.Story;
import dev.baton.chaos.proof.Violation;
import dev.baton.chaos.proof.Violation.Kind;
import dev.baton.testkit.process.Launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `baton chaos`, from the first process to the last check.
public final class Chaos {
    private static final Duration LONGEST_HEALING = Duration.ofMinutes(5);
    private static final Duration MAX_RECONNECT = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 100;
    private static final Duration TOLD_EVERY = Duration.ofSeconds(5);
    private static final int STORIES = 10;
    private static final double SECOND = 1e9;

    /// The status of a JVM that did what it had to after SIGTERM.
    private static final int TERMINATED = 143;

    private final ChaosPlan plan;
    private final Launcher launcher;
    private final PrintWriter out;
    private final FaultLog faults;
    private final String mark;

    /// @param launcher starts `baton`
    /// @param out where people are told how it goes
    public Chaos(ChaosPlan plan, Launcher launcher, InstantSource clock, PrintWriter out) {
        this.plan = plan;
        this.launcher = launcher;
        this.out = out;
        faults = new FaultLog(clock);
        // Of the form of a duration for sleep(1): a process can carry it where its environment is
        // gone.
        mark = "86400.%09d".formatted(Math.floorMod(clock.millis(), 1_000_000_000L));
    }

    public Outcome run() throws IOException, InterruptedException {
        try (var place = Workplace.make(plan.keep())) {
            say("seed %d, in %s", plan.seed(), place.directory());
            Outcome outcome = run(place.directory());
            if (!outcome.isWell()) {
                place.keep();
            }
            return outcome;
        }
    }

    private Outcome run(Path directory) throws IOException, InterruptedException {
        Path evidence = Files.createDirectories(directory.resolve("evidence"));
        var traces = new Traces(evidence, mark);
        try (var estate = Estate.start(plan.store(), directory, launcher, traces)) {
            sayWhatCannotBe(estate);
            long start = System.nanoTime();
            var client = new Client(estate.wayForClients(), estate.adminToken());
            try (var customer = new Customer(client, plan.seed(), plan.jobsPerSecond(), traces)) {
                var violations = new ArrayList<Violation>();
                customer.start();
                torment(estate, customer, violations);
                double seconds = (System.nanoTime() - start) / SECOND;
                var proof = new Proof(client, customer.ledger(), evidence);
                say("checking %,d jobs", customer.ledger().accepted());
                violations.addAll(proof.check());
                stop(estate, violations);
                violations.addAll(new Remains(estate, mark).check());
                violations.addAll(new StoreAudit(estate, launcher, directory).check());
                faults.writeTo(directory.resolve("faults.log"));
                if (plan.keep() || !violations.isEmpty()) {
                    estate.keepFiles();
                }
                var outcome =
                        new Outcome(
                                faults,
                                new Outcome.Load(
                                        customer.ledger().accepted(),
                                        customer.ledger().calls(),
                                        proof.executions(),
                                        proof.deadLetters()),
                                violations,
                                seconds);
                tell(outcome, new Story(proof, faults));
                return outcome;
            }
        }
    }

    /// Lets things go wrong and heal again, until every job is over or there is no more hope for it.
    private void torment(Estate estate, Customer customer, List<Violation> violations)
            throws InterruptedException {
        Thread teller = Thread.ofVirtual().name("teller").start(() -> tellAll(customer.ledger()));
        try {
            var schedule = FaultSchedule.of(plan.seed(), plan.store(), plan.time(), Terms.TTL);
            new Tormentor(estate, faults).run(schedule);
        } catch (IOException e) {
            violations.add(
                    new Violation(Kind.BROKEN_PROMISE, "process", String.valueOf(e.getMessage())));
        }
        say("healing");
        if (!customer.finish(LONGEST_HEALING)) {
            violations.add(
                    new Violation(
                            Kind.LOST,
                            "client",
                            "about %d jobs were not over %s after all was well"
                                    .formatted(customer.ledger().unfinished(), LONGEST_HEALING)));
        }
        awaitRunners(estate);
        teller.interrupt();
        teller.join();
    }

    /// Others may have done the jobs of a runner that is between two attempts to connect: it still has something to say.
    private static void awaitRunners(Estate estate) throws InterruptedException {
        long deadline = System.nanoTime() + MAX_RECONNECT.toNanos();
        while (estate.runnerData().stream().anyMatch(Chaos::hasLeases)
                && System.nanoTime() < deadline) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private static boolean hasLeases(Path runner) {
        try (var leases = Files.list(runner.resolve("leases"))) {
            return leases.findAny().isPresent();
        } catch (IOException _) {
            return false; // it never had any
        }
    }

    private void stop(Estate estate, List<Violation> violations) {
        var members = new ArrayList<>(estate.runners());
        members.addAll(estate.orchestrators());
        for (Member member : members) {
            if (member.isMissing()) {
                violations.add(
                        new Violation(Kind.BROKEN_PROMISE, member.name(), "it ended by itself"));
            }
            int status = member.stop();
            boolean wellEnough = status == 0 || status == TERMINATED;
            if (!wellEnough) {
                violations.add(
                        new Violation(
                                Kind.BROKEN_PROMISE,
                                member.name(),
                                "it was told to stop and ended with status " + status));
            }
        }
    }

    private void sayWhatCannotBe(Estate estate) {
        if (estate.disks().isEmpty()) {
            say("no disk will be full: to mount a small one takes an administrator");
        }
    }

    private void tellAll(Ledger ledger) {
        try {
            while (true) {
                Thread.sleep(TOLD_EVERY);
                say(
                        "%,d jobs, %,d of them calls, %d under way; %d kills, %d of executors, %d stops, %d cuts, %d restarts, %d full disks",
                        ledger.accepted(),
                        ledger.calls(),
                        ledger.unfinished(),
                        faults.count(Count.KILL),
                        faults.count(Count.EXECUTOR_KILL),
                        faults.count(Count.STOP),
                        faults.count(Count.CUT),
                        faults.count(Count.RESTART),
                        faults.count(Count.FULL_DISK));
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Outcome outcome, Story story) {
        outcome.violations().stream()
                .limit(STORIES)
                .forEach(
                        violation -> {
                            say("%s", violation);
                            story.of(violation.subject()).forEach(line -> say("    %s", line));
                        });
        outcome.violations().stream().skip(STORIES).forEach(violation -> say("%s", violation));
        outcome.json()
                .properties()
                .forEach(figure -> say("%14s %s", figure.getKey(), figure.getValue()));
        say(outcome.isWell() ? "Nothing was lost, doubled or left behind." : "NOT WELL: see above");
    }

    private void say(String format, Object... arguments) {
        out.printf(Locale.ROOT, format + "%n", arguments);
        out.flush();
    }
}
