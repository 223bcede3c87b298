package dev.baton.chaos.hostile.load;

import dev.baton.chaos.estate.TestFleet;
import dev.baton.chaos.hostile.load.BeatLog.Beat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Asks every orchestrator again and again whether it is ready, and compares what it says with what became of the beats.
public final class ReadinessWatch implements AutoCloseable {
    /// An orchestrator may say that it is ready for so long after the last write went through.
    public static final Duration MAX_STALE_READY = Duration.ofSeconds(8);

    /// Beats that are answered within this say that writes go through.
    private static final Duration PROMPT = Duration.ofSeconds(1);

    /// So many prompt beats, sent shortly before, make "not ready" untrue.
    private static final int MIN_PROMPT_BEATS = 10;

    private static final Duration SHORTLY = Duration.ofSeconds(3);
    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int OK = 200;

    private final TestFleet fleet;
    private final BeatLog log;
    private final List<Said> said = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    private record Said(String act, int orchestrator, long at, int status, String text) {
        boolean isReady() {
            return status == OK;
        }
    }

    /// An answer that was not true.
    public record Lie(String act, String what) {}

    public ReadinessWatch(TestFleet fleet, BeatLog log) {
        this.fleet = fleet;
        this.log = log;
        for (int i = 0; i < fleet.size(); i++) {
            int orchestrator = i;
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .name("readyz-" + i)
                            .start(() -> watch(orchestrator)));
        }
    }

    private void watch(int orchestrator) {
        var client = new ApiClient(fleet.address(orchestrator), "none");
        try {
            while (true) {
                Thread.sleep(PERIOD);
                if (!fleet.isFrozen(orchestrator)) {
                    ask(client, orchestrator);
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(ApiClient client, int orchestrator) throws InterruptedException {
        String act = log.act();
        long at = System.nanoTime();
        int status = 0;
        String text = "no answer";
        try {
            var answer = client.get("/readyz", TIMEOUT);
            status = answer.status();
            text = answer.text();
        } catch (IOException silent) {
            text = silent.toString();
        }
        if (!fleet.isFrozen(orchestrator)) {
            note(new Said(act, orchestrator, at, status, text));
        }
    }

    private synchronized void note(Said one) {
        said.add(one);
    }

    /// Whether an orchestrator said during an act that it is not ready.
    public synchronized boolean saidNotReady(String act) {
        return said.stream().anyMatch(one -> one.act().equals(act) && !one.isReady());
    }

    /// Every answer that was not true, for all that was said so far.
    public synchronized List<Lie> lies() {
        var beats = log.beats();
        var lies = new ArrayList<Lie>();
        for (var one : said) {
            if (one.isReady() && isStuck(one, beats)) {
                lies.add(
                        new Lie(
                                one.act(),
                                "orchestrator %d said 200 though no beat had gone through for %d s"
                                        .formatted(
                                                one.orchestrator(), MAX_STALE_READY.toSeconds())));
            } else if (!one.isReady() && isPrompt(one, beats)) {
                lies.add(
                        new Lie(
                                one.act(),
                                "orchestrator %d said %d %s though beats went through"
                                        .formatted(one.orchestrator(), one.status(), one.text())));
            }
        }
        return lies;
    }

    /// A beat had waited for longer than the bound, and none was accepted since it was sent.
    private static boolean isStuck(Said one, List<Beat> beats) {
        long before = one.at() - MAX_STALE_READY.toNanos();
        var here =
                beats.stream()
                        .filter(b -> b.orchestrator() == one.orchestrator() && !b.isMoved())
                        .toList();
        boolean waiting =
                here.stream()
                        .anyMatch(
                                b ->
                                        b.sent() - before < 0
                                                && (b.isOpen() || b.accepted() - one.at() > 0));
        boolean moving =
                here.stream()
                        .anyMatch(
                                b ->
                                        !b.isOpen()
                                                && b.accepted() - before > 0
                                                && b.accepted() - one.at() <= 0);
        return waiting && !moving;
    }

    private static boolean isPrompt(Said one, List<Beat> beats) {
        var recent =
                beats.stream()
                        .filter(b -> b.orchestrator() == one.orchestrator() && !b.isMoved())
                        .filter(
                                b ->
                                        b.sent() - one.at() <= 0
                                                && one.at() - b.sent() < SHORTLY.toNanos())
                        .toList();
        return recent.size() >= MIN_PROMPT_BEATS
                && recent.stream()
                        .allMatch(b -> !b.isOpen() && b.nanos(one.at()) < PROMPT.toNanos());
    }

    @Override
    public void close() {
        stop();
    }

    /// Asks no more.
    public void stop() {
        for (var thread : threads) {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
