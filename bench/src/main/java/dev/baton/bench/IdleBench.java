package dev.baton.bench;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// `baton bench idle`: the memory of lease streams on which nothing happens.
///
/// What a stream takes is the growth of two things, divided by the number of streams: the live objects on the heap
/// after full collections, and what the JVM has committed outside of it, except for its JIT compilers. A few streams
/// come and go before the first look, so that what is needed only once is not counted. The kernel's buffers are not
/// counted either.
public final class IdleBench {
    private static final int WARM_UP_STREAMS = 500;
    private static final int OTHER_FILES = 300;
    private static final double KIB = 1024;
    private static final Pattern OPEN_FILES = Pattern.compile("Max open files +\\S+ +(\\d+) .*");

    private final int streams;
    private final Program program;
    private final PrintWriter out;

    public IdleBench(int streams, Program program, PrintWriter out) {
        if (streams < 1) {
            throw new IllegalArgumentException(
                    "streams: expected 1 or more, got %d".formatted(streams));
        }
        this.streams = streams;
        this.program = program;
        this.out = out;
    }

    /// Measures.
    ///
    /// @return the figures by name
    public ObjectNode run() throws IOException, InterruptedException {
        requireOpenFiles();
        try (var place = Workplace.make(false);
                var orchestrator = start(place.directory());
                var admin = new Api(orchestrator.server(), orchestrator.adminToken())) {
            String token = admin.issueToken("runner", "bench-runner");
            new IdleStreams(orchestrator.server(), token, Math.min(streams, WARM_UP_STREAMS))
                    .close();
            var before = JvmMemory.of(orchestrator.pid());
            long rssBefore = orchestrator.use().rssKib();
            try (var _ = new IdleStreams(orchestrator.server(), token, streams)) {
                var after = JvmMemory.of(orchestrator.pid());
                return report(before, after, rssBefore, orchestrator.use().rssKib());
            }
        }
    }

    private OrchestratorProcess start(Path directory) throws IOException {
        return OrchestratorProcess.start(
                program,
                directory.resolve("idle"),
                List.of(JvmMemory.JVM_OPTION),
                List.of(
                        "--set",
                        "limits.requests_per_second=1000000",
                        "--set",
                        "limits.request_burst=1000000",
                        "--set",
                        "limits.connections=" + (streams + OTHER_FILES),
                        "--set",
                        "limits.connections_per_address=" + (streams + OTHER_FILES),
                        "--set",
                        "limits.streams_per_token=" + (streams + OTHER_FILES)));
    }

    private ObjectNode report(JvmMemory before, JvmMemory after, long rssBefore, long rssAfter) {
        double heap = (double) (after.liveHeapKib() - before.liveHeapKib()) / streams;
        double outside = (double) (after.nativeKib() - before.nativeKib()) / streams;
        var figures = new Figures("idle lease streams");
        figures.add("streams", "streams", streams);
        figures.add("kb_per_stream", "KiB a stream (heap + native)", heap + outside);
        figures.add("heap_kb_per_stream", "of it live on the heap", heap);
        figures.add("native_kb_per_stream", "of it outside of the heap", outside);
        figures.add(
                "rss_kb_per_stream",
                "growth of RSS a stream, garbage included",
                (double) (rssAfter - rssBefore) / streams);
        figures.add("rss_mb", "memory of the orchestrator, MB", rssAfter / KIB);
        figures.print(out);
        var json = figures.json();
        json.put("bench", "idle");
        return json;
    }

    /// The JVM raises its limit to the hard one by itself; more than that only an administrator can grant.
    private void requireOpenFiles() throws IOException {
        Path limits = Path.of("/proc/self/limits");
        if (!Files.isReadable(limits)) {
            return;
        }
        try (Stream<String> lines = Files.lines(limits)) {
            lines.map(OPEN_FILES::matcher)
                    .filter(matcher -> matcher.matches())
                    .mapToLong(matcher -> Long.parseLong(matcher.group(1)))
                    .filter(most -> most < streams + OTHER_FILES)
                    .findFirst()
                    .ifPresent(
                            most -> {
                                throw new BenchException(
                                        "%d streams need %d open files, and this process may have %d: raise it with ulimit -Hn"
                                                .formatted(streams, streams + OTHER_FILES, most));
                            });
        }
    }
}
