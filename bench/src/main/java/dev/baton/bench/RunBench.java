package dev.baton.bench;

import dev.baton.bench.wire.FollowedLog;
import dev.baton.protocol.log.LogLine;
import dev.baton.testkit.process.BatonProcess;
import dev.baton.testkit.process.Launcher;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// `baton bench run`: what it costs to run a command, seen from the outside. Everything is started by `./baton`, as users start
/// it.
public final class RunBench {
    private static final int WARM_UP = 100;
    private static final int STEPS = 200;
    private static final int WHOLE_RUNS = 15;
    private static final int MOST_CANCELS = 100;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;
    private static final double KIB = 1024;

    /// Long enough for a JVM to have done what it does after its start.
    private static final Duration REST = Duration.ofSeconds(10);

    private static final String HELLO =
            "{\"jobs\":[{\"name\":\"hello\",\"steps\":[\"echo hello\"]}]}";

    private static final String UNTIL_STOPPED =
            """
            {"jobs":[{"name":"wait","steps":["trap 'echo stopped; exit 1' TERM; echo ready; while :; do sleep 0.01; done"]}]}""";

    private final Path launcher;
    private final int samples;
    private final PrintWriter out;

    public RunBench(Path launcher, int samples, PrintWriter out) {
        if (samples < 1) {
            throw new IllegalArgumentException(
                    "samples: expected 1 or more, got %d".formatted(samples));
        }
        this.launcher = launcher;
        this.samples = samples;
        this.out = out;
    }

    /// Measures, and tells people how it goes.
    ///
    /// @return the figures by name
    public ObjectNode run() throws IOException, InterruptedException {
        var figures = new Figures("baton run");
        try (var place = Workplace.make(false)) {
            var home = new Home(Launcher.script(launcher), place.directory());
            try (var up = home.launch("Baton is up at ", "up", "--port", "0")) {
                URI server = URI.create(up.greeting());
                Path data = place.directory().resolve("data/baton");
                String admin = Files.readString(data.resolve("admin-token")).strip();
                try (var api = new Api(server, admin)) {
                    memory(home, server, api, figures);
                    firstByte(server, admin, api, figures);
                    cancel(server, admin, api, figures);
                    steps(server, admin, api, figures);
                    whole(home, figures);
                }
            }
        }
        figures.print(out);
        var json = figures.json();
        json.put("bench", "run");
        return json;
    }

    /// A user of their own, who starts `./baton`.
    private record Home(Launcher launcher, Path directory) {
        Home {
            launcher = launcher.withHome(directory);
        }

        BatonProcess launch(String ready, String... arguments) throws IOException {
            return BatonProcess.start(launcher, work(), List.of(arguments), ready, _ -> {});
        }

        /// Runs something that ends, and expects success.
        ///
        /// @return how long it took
        long time(String... arguments) throws IOException, InterruptedException {
            long start = System.nanoTime();
            Process process = launcher.start(work(), List.of(arguments));
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            long nanos = System.nanoTime() - start;
            if (status != 0) {
                throw new BenchException(
                        "%s: expected success, got %d: %s"
                                .formatted(String.join(" ", arguments), status, said));
            }
            return nanos;
        }

        private Path work() {
            return directory.resolve("work");
        }
    }

    private void memory(Home home, URI server, Api api, Figures figures)
            throws IOException, InterruptedException {
        Path token = home.directory().resolve("runner-token");
        Files.writeString(token, api.issueToken("runner", "bench-runner"));
        try (var runner =
                home.launch(
                        "Runner ",
                        "runner",
                        "--server",
                        server.toString(),
                        "--token-file",
                        token.toString(),
                        "--id",
                        "idle",
                        "--data",
                        home.directory().resolve("idle-runner").toString())) {
            Thread.sleep(REST);
            double megabytes = new ProcessUse(runner.handle()).rssKib() / KIB;
            say("an idle runner: %.0f MB", megabytes);
            figures.add("runner_rss_mb", "memory of an idle runner, MB", megabytes);
        }
    }

    private void firstByte(URI server, String token, Api api, Figures figures) throws IOException {
        for (int i = 0; i < Math.min(WARM_UP, samples); i++) {
            sample(server, token, api);
        }
        var nanos = new long[samples];
        for (int i = 0; i < samples; i++) {
            nanos[i] = sample(server, token, api);
        }
        double median = Rates.percentile(nanos, 0.5) / MILLI;
        double tail = Rates.percentile(nanos, 0.99) / MILLI;
        say("submitted to first byte: p50 %.1f ms, p99 %.1f ms", median, tail);
        figures.add("first_byte_p50_ms", "submit to first byte seen, p50 ms", median);
        figures.add("first_byte_p99_ms", "submit to first byte seen, p99 ms", tail);
    }

    /// One job, from its submission until its output is seen.
    private static long sample(URI server, String token, Api api) throws IOException {
        try (var log = new FollowedLog(server, token)) {
            long start = System.nanoTime();
            long job = api.submit(HELLO)[0];
            log.follow("job_" + job);
            log.awaitLineEndingWith(" stdout F hello");
            long nanos = System.nanoTime() - start;
            log.rest();
            return nanos;
        }
    }

    private void cancel(URI server, String token, Api api, Figures figures) throws IOException {
        var nanos = new long[Math.min(samples, MOST_CANCELS)];
        for (int i = 0; i < nanos.length; i++) {
            try (var log = new FollowedLog(server, token)) {
                long job = api.submit(UNTIL_STOPPED)[0];
                log.follow("job_" + job);
                log.awaitLineEndingWith(" stdout F ready");
                long start = System.nanoTime();
                api.cancel(job);
                log.awaitLineEndingWith(" stdout F stopped");
                nanos[i] = System.nanoTime() - start;
                log.rest();
            }
        }
        double median = Rates.percentile(nanos, 0.5) / MILLI;
        double tail = Rates.percentile(nanos, 0.99) / MILLI;
        say("cancel to the step's own word that it stops: p50 %.1f ms, p99 %.1f ms", median, tail);
        figures.add("cancel_p50_ms", "cancel to its effect seen, p50 ms", median);
        figures.add("cancel_p99_ms", "cancel to its effect seen, p99 ms", tail);
    }

    private void steps(URI server, String token, Api api, Figures figures) throws IOException {
        String steps = String.join(",", Collections.nCopies(STEPS, "\"true\""));
        long job = api.submit("{\"jobs\":[{\"name\":\"steps\",\"steps\":[" + steps + "]}]}")[0];
        try (var log = new FollowedLog(server, token)) {
            log.follow("job_" + job);
            String all = log.rest();
            Instant first = time(all, "step 1/" + STEPS + " started");
            Instant last = time(all, "step %1$d/%1$d ended".formatted(STEPS));
            double each = Duration.between(first, last).toNanos() / MILLI / STEPS;
            say("a step that does nothing: %.1f ms", each);
            figures.add("step_ms", "a step that does nothing, ms", each);
        }
    }

    private static Instant time(String log, String words) {
        return log.lines()
                .filter(line -> line.contains(" " + words))
                .flatMap(
                        line ->
                                Stream.ofNullable(
                                        LogLine.read(line.getBytes(StandardCharsets.UTF_8))))
                .map(LogLine::at)
                .findFirst()
                .orElseThrow(() -> new BenchException("expected a line of the log: " + words));
    }

    private void whole(Home home, Figures figures) throws IOException, InterruptedException {
        home.time("run", "--", "true");
        var nanos = new long[WHOLE_RUNS];
        for (int i = 0; i < WHOLE_RUNS; i++) {
            nanos[i] = home.time("run", "--", "true");
        }
        double median = Rates.percentile(nanos, 0.5) / SECOND;
        say("baton run -- true: %.2f s", median);
        figures.add("run_seconds", "baton run -- true as a whole, p50 s", median);
    }

    private void say(String format, Object... arguments) {
        out.printf(Locale.ROOT, format + "%n", arguments);
        out.flush();
    }
}
