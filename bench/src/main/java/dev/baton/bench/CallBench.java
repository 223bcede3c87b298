package dev.baton.bench;

import dev.baton.bench.calls.EchoExecutor;
import dev.baton.testkit.process.BatonProcess;
import dev.baton.testkit.process.Launcher;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// `baton bench call`: what it costs to call a function, from the request that submits it until its result is in the caller's hands.
/// Everything is started by `./baton up`, as users start it.
public final class CallBench {
    private static final int ROUNDS = 3;

    /// With Baton and without it in turn. What a Python program with threads can do differs by a third, with how the system happens to spread
    /// them over the cores.
    private static final int PYTHON_ROUNDS = 5;

    /// Of what is measured: a service runs for weeks, and its compilers for its first minute.
    private static final int WARM_UP_ROUNDS = 12;

    private static final int LONGEST_WARM_UP_ROUND = 50_000;

    /// As many as all callers have under way.
    private static final int IN_FLIGHT = 4_000;

    /// By one thread, which would wait for itself if its requests filled the buffers of the socket.
    private static final int BARE_IN_FLIGHT = 64;

    private static final int ROUND_TRIPS = 2_000;
    private static final int ROUND_TRIPS_BEFORE = 10_000;
    private static final double MILLI = 1e6;
    private static final double KIB = 1_024;

    private final Path launcher;
    private final int calls;
    private final boolean python;
    private final PrintWriter out;

    /// @param calls in each of three rounds
    /// @param python whether the Python example is measured too
    public CallBench(Path launcher, int calls, boolean python, PrintWriter out) {
        if (calls < 1) {
            throw new IllegalArgumentException(
                    "calls: expected 1 or more, got %d".formatted(calls));
        }
        this.launcher = launcher;
        this.calls = calls;
        this.python = python;
        this.out = out;
    }

    /// Measures, and tells people how it goes.
    ///
    /// @return the figures by name
    public ObjectNode run() throws IOException, InterruptedException {
        var figures = new Figures("baton call");
        try (var place = Workplace.make(false)) {
            measureJava(place, figures);
        }
        if (python) {
            try (var place = Workplace.make(false)) {
                measurePython(place, figures);
            }
        }
        figures.print(out);
        var json = figures.json();
        json.put("bench", "call");
        return json;
    }

    private void measureJava(Workplace place, Figures figures)
            throws IOException, InterruptedException {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EchoExecutor.class.getName());
        try (var up = up(place, command)) {
            CallLoad load = load(place, up);
            load.run(warmUp());
            double before = megabytes(up);
            var rates = new ArrayList<Double>();
            for (int i = 0; i < ROUNDS; i++) {
                rates.add(rate(load, "Java"));
            }
            figures.add("calls_per_second", "calls a second, Java executor", Rates.median(rates));
            double after = megabytes(up);
            say("memory of all of it: %.0f MB, before the calls %.0f MB", after, before);
            figures.add("memory_mb", "memory after the calls, MB", after);
            figures.add("memory_growth", "of that before them", after / before);
            load.oneByOne(Math.min(calls, ROUND_TRIPS_BEFORE));
            long[] nanos = load.oneByOne(Math.min(calls, ROUND_TRIPS));
            double median = Rates.percentile(nanos, 0.5) / MILLI;
            double tail = Rates.percentile(nanos, 0.99) / MILLI;
            say("a call alone: p50 %.1f ms, p99 %.1f ms", median, tail);
            figures.add("round_trip_p50_ms", "one call alone, p50 ms", median);
            figures.add("round_trip_p99_ms", "one call alone, p99 ms", tail);
            up.stop();
        }
    }

    private void measurePython(Workplace place, Figures figures)
            throws IOException, InterruptedException {
        Path script = launcher.resolveSibling("examples/executors/python/executor.py");
        List<String> command = List.of("python3", script.toString());
        try (var up = up(place, command)) {
            CallLoad load = load(place, up);
            load.run(warmUp());
            BareCalls.perSecond(up.handle(), calls, BARE_IN_FLIGHT);
            var rates = new ArrayList<Double>();
            var bareRates = new ArrayList<Double>();
            for (int i = 0; i < PYTHON_ROUNDS; i++) {
                rates.add(rate(load, "Python"));
                bareRates.add(BareCalls.perSecond(up.handle(), calls, BARE_IN_FLIGHT));
                say("%,.0f calls/s with the Python executor by itself", bareRates.getLast());
            }
            double ours = Rates.median(rates);
            double bare = Rates.median(bareRates);
            figures.add("python_calls_per_second", "calls a second, Python executor", ours);
            figures.add("python_alone_per_second", "what it can do by itself", bare);
            figures.add("python_ratio", "of that", ours / bare);
            up.stop();
        }
    }

    private int warmUp() {
        return WARM_UP_ROUNDS * Math.min(calls, LONGEST_WARM_UP_ROUND);
    }

    private double rate(CallLoad load, String executor) {
        double rate = load.run(calls);
        say("%,.0f calls/s with the %s executor", rate, executor);
        return rate;
    }

    /// Stop it when all went well: its executors end with it.
    private BatonProcess up(Workplace place, List<String> command) throws IOException {
        Path file = place.directory().resolve("executors.toml");
        String quoted =
                command.stream()
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(", ", "[", "]"));
        Files.writeString(
                file,
                """
                [executors.echo]
                cmd = %s
                max_in_flight = %d
                """
                        .formatted(quoted, IN_FLIGHT));
        return BatonProcess.start(
                Launcher.script(launcher).withHome(place.directory()),
                place.directory().resolve("work"),
                List.of(
                        "up",
                        "--port",
                        "0",
                        "--executors",
                        file.toString(),
                        "--set=limits.jobs_per_second=1000000",
                        "--set=limits.job_burst=1000000"),
                "Baton is up at ",
                _ -> {});
    }

    private static CallLoad load(Workplace place, BatonProcess up) throws IOException {
        Path admin = place.directory().resolve("data/baton/admin-token");
        return new CallLoad(
                URI.create(up.greeting()), Files.readString(admin).strip(), "echo#echo");
    }

    /// Of the orchestrator, the runner and the executor.
    private static double megabytes(BatonProcess up) throws IOException {
        double kib = new ProcessUse(up.handle()).rssKib();
        for (ProcessHandle child : up.handle().descendants().toList()) {
            kib += new ProcessUse(child).rssKib();
        }
        return kib / KIB;
    }

    private void say(String form, Object... values) {
        out.printf(Locale.ROOT, form + "%n", values);
        out.flush();
    }
}
