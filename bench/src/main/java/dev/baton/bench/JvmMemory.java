package dev.baton.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What the JVM of another process needs memory for, as `jcmd` tells. That JVM runs with
/// `-XX:NativeMemoryTracking=summary` and the parallel collector.
///
/// @param liveHeapKib the objects that survive a full collection
/// @param nativeKib what is committed outside of the heap: buffers, stacks, classes, tables; without what the JIT
///     compilers need, which comes and goes whatever the program does
record JvmMemory(long liveHeapKib, long nativeKib) {
    static final String JVM_OPTION = "-XX:NativeMemoryTracking=summary";

    private static final Pattern GENERATION =
            Pattern.compile("(?:PSYoungGen|ParOldGen)\\s+total \\d+K, used (\\d+)K");
    private static final Pattern TOTAL = Pattern.compile("Total: .*committed=(\\d+)KB");
    private static final Pattern NOT_COUNTED =
            Pattern.compile("(?:Java Heap|Compiler|Code|Arena Chunk) \\(.*committed=(\\d+)KB");

    static JvmMemory of(long pid) throws IOException, InterruptedException {
        jcmd(pid, "GC.run");
        jcmd(pid, "GC.run"); // what the first one only made unreachable
        long live = sum(GENERATION, jcmd(pid, "GC.heap_info"));
        String tracked = jcmd(pid, "VM.native_memory", "summary");
        return new JvmMemory(live, sum(TOTAL, tracked) - sum(NOT_COUNTED, tracked));
    }

    private static long sum(Pattern pattern, String text) {
        var found = pattern.matcher(text).results().toList();
        if (found.isEmpty()) {
            throw new BenchException("jcmd said nothing of " + pattern + ": " + text);
        }
        return found.stream().map((MatchResult m) -> m.group(1)).mapToLong(Long::parseLong).sum();
    }

    private static String jcmd(long pid, String... command)
            throws IOException, InterruptedException {
        var all = new ArrayList<String>();
        all.add(Program.javaHome().resolve("bin/jcmd").toString());
        all.add(Long.toString(pid));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new BenchException("jcmd %s failed: %s".formatted(command[0], output.strip()));
        }
        return output;
    }
}
