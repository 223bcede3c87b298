package dev.baton.chaos.hostile.load;

import dev.baton.chaos.estate.TestFleet;
import dev.baton.chaos.hostile.load.BeatLog.Beat;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Leases over the HTTP API, each with a thread of its own. A beat that is not answered is repeated, at the next orchestrator if
/// there is one.
public final class HttpLeases implements BeatingLeases {
    private static final Duration GRANT_TIMEOUT = Duration.ofSeconds(60);

    /// After this a client believes that its orchestrator is gone and asks another one.
    private static final Duration MOVE_AFTER = Duration.ofMillis(2_500);

    private static final Duration LONE_TIMEOUT = Duration.ofSeconds(15);
    private static final long PAUSE_MILLIS = 200;
    private static final int CONFLICT = 409;
    private static final int OK = 200;

    private final TestFleet fleet;
    private final String runner;
    private final String instance = UUID.randomUUID().toString();
    private final ApiClient client;
    private final BeatLog log;
    private final ClientLag lag;
    private final List<Held> leases = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile int home;
    private volatile boolean closing;

    private static final class Held {
        private final String lease;
        private final String job;
        private volatile boolean lost;

        private Held(JsonNode granted) {
            lease = granted.get("lease_id").stringValue();
            job = granted.get("job_id").stringValue();
        }
    }

    /// @param runner its id, and the capability that its jobs require
    /// @param home the orchestrator to which it beats
    public HttpLeases(
            TestFleet fleet, String runner, String token, int home, BeatLog log, ClientLag lag) {
        this.fleet = fleet;
        this.runner = runner;
        this.home = home;
        this.log = log;
        this.lag = lag;
        client = new ApiClient(fleet.address(home), token);
    }

    /// Takes so many leases, acknowledges them, and begins to beat.
    public void take(int count) throws IOException, InterruptedException {
        while (leases.size() < count) {
            var answer =
                    client.post(
                            "/v1/runner/lease",
                            """
                            {"runner_id":"%s","instance":"%s","capabilities":["%s"],"max_jobs":%d,"wait_seconds":20}"""
                                    .formatted(runner, instance, runner, count - leases.size()),
                            GRANT_TIMEOUT);
            for (JsonNode granted : answer.json().path("leases")) {
                var held = new Held(granted);
                requireAccepted(say(held, "ack", ",\"job_id\":\"%s\"".formatted(held.job)));
                leases.add(held);
            }
        }
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            var held = leases.get(i);
            long first = start + INTERVAL.toNanos() * i / count;
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .name(runner + "-" + i)
                            .start(() -> beatAgainAndAgain(held, first)));
        }
    }

    private static void requireAccepted(ApiClient.Answer answer) throws IOException {
        if (answer.status() != OK) {
            throw new IOException("not accepted: %d %s".formatted(answer.status(), answer.text()));
        }
    }

    private void beatAgainAndAgain(Held held, long first) {
        long due = first;
        try {
            while (!closing && !held.lost) {
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                if (closing) {
                    return;
                }
                lag.late(System.nanoTime() - due);
                beat(held);
                due = Math.max(due + INTERVAL.toNanos(), System.nanoTime());
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void beat(Held held) throws InterruptedException {
        int to = home;
        var beat = log.begin(to);
        while (true) {
            if (closing) {
                log.abandoned(beat);
                return;
            }
            if (fleet.isFrozen(to)) {
                beat.moved();
            }
            try {
                var answer = say(to, held, "heartbeat", "");
                if (answer.status() == OK) {
                    log.accepted(beat);
                    return;
                }
                if (answer.status() == CONFLICT) {
                    lose(held, beat, answer.text());
                    return;
                }
            } catch (HttpTimeoutException silent) {
                if (fleet.isFrozen(to)) {
                    beat.moved();
                }
                to = (to + 1) % fleet.size();
                home = to;
            } catch (IOException refused) {
                to = (to + 1) % fleet.size();
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private void lose(Held held, Beat beat, String why) {
        held.lost = true;
        log.lost(beat, held.job, why);
    }

    private ApiClient.Answer say(Held held, String what, String more)
            throws IOException, InterruptedException {
        return say(home, held, what, more);
    }

    private ApiClient.Answer say(int to, Held held, String what, String more)
            throws IOException, InterruptedException {
        return client.at(fleet.address(to))
                .post(
                        "/v1/runner/" + what,
                        "{\"lease_id\":\"%s\",\"runner_id\":\"%s\",\"instance\":\"%s\"%s}"
                                .formatted(held.lease, runner, instance, more),
                        fleet.size() > 1 ? MOVE_AFTER : LONE_TIMEOUT);
    }

    @Override
    public int held() {
        return (int) leases.stream().filter(held -> !held.lost).count();
    }

    @Override
    public void complete() throws IOException, InterruptedException {
        close();
        for (var held : leases) {
            if (!held.lost) {
                var answer = say(held, "complete", ",\"status\":\"SUCCEEDED\",\"exit_code\":0");
                if (answer.status() != OK || !answer.text().contains("\"accepted\":true")) {
                    held.lost = true;
                    log.lost(held.job, answer.text());
                }
            }
        }
    }

    @Override
    public void close() {
        closing = true;
        threads.forEach(Thread::interrupt);
        for (var thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
