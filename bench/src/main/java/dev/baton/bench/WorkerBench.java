package dev.baton.bench;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `baton bench worker`: how fast plain output passes through start-worker, and through `cat` in the same run.
///
/// A worker prints lines as fast as it can. It does so twice, a little and a lot: what the lot takes longer is the time of the bytes alone, without that of
/// the start.
public final class WorkerBench {
    private static final long MEGABYTE = 1_000_000;
    private static final long LITTLE = 200 * MEGABYTE;
    private static final double NANOS = 1e9;
    private static final String LINE =
            "this is a line of output, such as a compiler prints a thousand of";

    private final long bytes;
    private final Program program;
    private final PrintWriter out;

    /// @param megabytes how much the worker prints when it prints a lot
    public WorkerBench(int megabytes, Program program, PrintWriter out) {
        this.bytes = megabytes * MEGABYTE;
        if (bytes < 2 * LITTLE) {
            throw new IllegalArgumentException(
                    "megabytes: expected %d or more, got %d"
                            .formatted(2 * LITTLE / MEGABYTE, megabytes));
        }
        this.program = program;
        this.out = out;
    }

    /// Measures.
    ///
    /// @return the figures by name
    public ObjectNode run() throws IOException, InterruptedException {
        try (var place = Workplace.make(false)) {
            Path directory = place.directory();
            double cat = rate(directory, this::throughCat);
            double worker = rate(directory, this::throughWorker);
            var figures = new Figures("output through start-worker");
            figures.add("worker_mb_per_second", "MB/s through start-worker", worker);
            figures.add("cat_mb_per_second", "MB/s through cat", cat);
            figures.add("ratio", "of cat", worker / cat);
            figures.print(out);
            var json = figures.json();
            json.put("bench", "worker");
            return json;
        }
    }

    @FunctionalInterface
    private interface Passage {
        List<String> command(Path directory, long bytes) throws IOException;
    }

    private double rate(Path directory, Passage passage) throws IOException, InterruptedException {
        long little = nanos(directory, passage.command(directory, LITTLE));
        long lot = nanos(directory, passage.command(directory, bytes));
        double seconds = Math.max(1, lot - little) / NANOS;
        return (double) (bytes - LITTLE) / MEGABYTE / seconds;
    }

    private List<String> throughCat(Path directory, long count) {
        return List.of("sh", "-c", printing(count) + " | cat");
    }

    private List<String> throughWorker(Path directory, long count) throws IOException {
        Files.writeString(
                directory.resolve("worker.toml"),
                "worker.command = [\"sh\", \"-c\", \"%s\"]".formatted(printing(count)));
        var command = new ArrayList<>(program.launcher(List.of()).command());
        command.addAll(List.of("start-worker", "worker.toml"));
        return command;
    }

    private static String printing(long count) {
        return "yes '%s' | head -c %d".formatted(LINE, count);
    }

    private static long nanos(Path directory, List<String> command)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        int status =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start()
                        .waitFor();
        if (status != 0) {
            throw new BenchException("%s ended with %d".formatted(command.getFirst(), status));
        }
        return System.nanoTime() - start;
    }
}
