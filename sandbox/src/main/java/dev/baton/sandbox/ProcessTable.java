package dev.baton.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The processes of this machine, as they were while it was read: some may be gone by now, and others may be new.
final class ProcessTable {
    private static final int LONGEST_PID = 9;
    private static final byte[] MARKER =
            (Marker.VARIABLE + "=").getBytes(StandardCharsets.US_ASCII);

    private final Map<Integer, ProcessEntry> processes = new LinkedHashMap<>();
    private final Map<Integer, List<ProcessEntry>> children = new HashMap<>();
    private final Set<Integer> sessions = new HashSet<>();

    ProcessTable(Collection<ProcessEntry> entries) {
        for (ProcessEntry entry : entries) {
            processes.put(entry.pid(), entry);
            sessions.add(entry.session());
            children.computeIfAbsent(entry.parent(), _ -> new ArrayList<>()).add(entry);
        }
    }

    static ProcessTable read() {
        String[] names = new File("/proc").list();
        if (names == null) {
            throw new SandboxException("the sandbox needs /proc, which cannot be read");
        }
        List<ProcessEntry> entries = new ArrayList<>(names.length);
        for (String name : names) {
            pid(name).flatMap(ProcessEntry::read).ifPresent(entries::add);
        }
        return new ProcessTable(entries);
    }

    Collection<ProcessEntry> all() {
        return processes.values();
    }

    Optional<ProcessEntry> find(ProcessEntry.Id id) {
        return Optional.ofNullable(processes.get(id.pid())).filter(p -> p.id().equals(id));
    }

    boolean hasSession(int session) {
        return sessions.contains(session);
    }

    List<ProcessEntry> childrenOf(int pid) {
        return children.getOrDefault(pid, List.of());
    }

    /// These, their children, and so on.
    Collection<ProcessEntry> withDescendants(Collection<ProcessEntry> roots) {
        Map<Integer, ProcessEntry> found = new LinkedHashMap<>();
        Deque<ProcessEntry> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            ProcessEntry next = open.removeFirst();
            if (found.putIfAbsent(next.pid(), next) == null) {
                open.addAll(childrenOf(next.pid()));
            }
        }
        return found.values();
    }

    /// Which box the environment of a process names; one that ended, or is not ours to look at, names none.
    static Optional<Marker> markerOf(int pid) {
        byte[] environment = bytesOf(pid, "environ");
        int from = 0;
        while (from < environment.length) {
            int to = from;
            while (to < environment.length && environment[to] != 0) {
                to++;
            }
            int value = from + MARKER.length;
            if (value <= to && Arrays.equals(environment, from, value, MARKER, 0, MARKER.length)) {
                return Optional.of(
                        new Marker(
                                new String(
                                        environment,
                                        value,
                                        to - value,
                                        StandardCharsets.ISO_8859_1)));
            }
            from = to + 1;
        }
        return Optional.empty();
    }

    /// Whether a process is just becoming another program: until that has begun it has neither an environment nor arguments. One
    /// that cleared its environment has arguments.
    static boolean isBeingReplaced(int pid) {
        return bytesOf(pid, "environ").length == 0
                && bytesOf(pid, "cmdline").length == 0
                && ProcessEntry.read(pid).filter(process -> !process.isZombie()).isPresent();
    }

    private static byte[] bytesOf(int pid, String file) {
        try {
            return Files.readAllBytes(Path.of("/proc/" + pid + "/" + file));
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /// The children of all threads of a process but its first.
    static Set<Integer> childrenOfOtherThreads(int process) {
        String[] threads = new File("/proc/%d/task".formatted(process)).list();
        Set<Integer> children = new HashSet<>();
        for (String name : threads == null ? new String[0] : threads) {
            pid(name)
                    .filter(thread -> thread != process)
                    .flatMap(thread -> childrenOfThread(process, thread))
                    .ifPresent(children::addAll);
        }
        return children;
    }

    /// The children of a thread of this process; of its first one, also all orphans that it has adopted.
    ///
    /// @return nothing if this kernel does not tell
    static Optional<Set<Integer>> childrenOfThread(long process, long thread) {
        try {
            String pids =
                    Files.readString(
                            Path.of("/proc/%d/task/%d/children".formatted(process, thread)));
            return Optional.of(
                    Stream.of(pids.trim().split(" ", -1))
                            .flatMap(name -> pid(name).stream())
                            .collect(Collectors.toSet()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> pid(String name) {
        boolean isPid =
                !name.isEmpty()
                        && name.length() <= LONGEST_PID
                        && name.chars().allMatch(c -> c >= '0' && c <= '9');
        return isPid ? Optional.of(Integer.valueOf(name)) : Optional.empty();
    }
}
