package dev.baton.runner;

import dev.baton.core.Capabilities;
import dev.baton.sandbox.Isolation;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// What this machine has to offer, as tags.
final class Machine {
    private static final List<String> TOOLS =
            List.of(
                    "bash", "cargo", "cmake", "docker", "dotnet", "gcc", "git", "go", "gradle",
                    "java", "make", "mvn", "node", "npm", "podman", "python3", "ruby", "rustc");
    private static final long GIB = 1L << 30;

    private Machine() {}

    static Capabilities capabilities(
            String searchPath, Set<Isolation> isolations, Collection<String> configured) {
        var tags = new TreeSet<String>(configured);
        tags.add("os=" + os());
        tags.add("arch=" + arch());
        tags.add("cpus=" + Runtime.getRuntime().availableProcessors());
        tags.add("memory_gib=" + memoryGib());
        for (String tool : TOOLS) {
            if (isOnPath(searchPath, tool)) {
                tags.add("tool=" + tool);
            }
        }
        if (isolations.contains(Isolation.BUBBLEWRAP)) {
            tags.add("isolation=bubblewrap");
        }
        if (isolations.contains(Isolation.NO_NETWORK)) {
            tags.add("network=none");
        }
        return Capabilities.of(tags);
    }

    private static String os() {
        String name = System.getProperty("os.name", "unknown").toLowerCase(Locale.ROOT);
        return name.startsWith("mac") ? "macos" : name.replaceAll("[^a-z0-9]+", "-");
    }

    private static String arch() {
        return switch (System.getProperty("os.arch", "unknown")) {
            case "amd64", "x86_64" -> "x86_64";
            case String other -> other;
        };
    }

    private static long memoryGib() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize() / GIB
                : 0;
    }

    private static boolean isOnPath(String searchPath, String tool) {
        return Arrays.stream(searchPath.split(":"))
                .filter(directory -> directory.startsWith("/"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
    }
}
