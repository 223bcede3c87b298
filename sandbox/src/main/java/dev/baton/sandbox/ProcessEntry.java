package dev.baton.sandbox;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What the kernel says about one process.
///
/// @param start when it was started, in ticks since the machine was: with the id it names a process for good, while ids
///     alone are used again
record ProcessEntry(int pid, int parent, int session, char state, int threads, long start) {
    /// A line of `/proc/PID/stat` is shorter: some 50 numbers and a name of at most 64 bytes.
    private static final int LONGEST_STAT = 2048;

    // Places in the line, counted from what follows the name.
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int THREADS = 17;
    private static final int START = 19;

    /// Names a process, also after it has ended.
    record Id(int pid, long start) {}

    Id id() {
        return new Id(pid, start);
    }

    /// It has ended, and only its parent has to take note. One whose first thread has ended lives on in the others.
    boolean isZombie() {
        return (state == 'Z' || state == 'X') && threads <= 1;
    }

    /// Asks the kernel.
    ///
    /// @return nothing if there is no such process
    static Optional<ProcessEntry> read(int pid) {
        byte[] stat = new byte[LONGEST_STAT];
        int length;
        // Not `Files`: this is read some hundred times in a row.
        try (FileInputStream in = new FileInputStream("/proc/" + pid + "/stat")) {
            length = in.read(stat);
        } catch (IOException e) {
            return Optional.empty();
        }
        return length <= 0
                ? Optional.empty()
                : parse(pid, new String(stat, 0, length, StandardCharsets.ISO_8859_1));
    }

    /// A child stays in the table until we take its exit status.
    static ProcessEntry ofChild(int pid) {
        return read(pid)
                .orElseThrow(
                        () -> new IllegalStateException("a child is missing in /proc: " + pid));
    }

    /// The name of a process is its own choice, with spaces, brackets and line feeds: what follows its last bracket is not.
    static Optional<ProcessEntry> parse(int pid, String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1);
        if (fields.length <= START) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new ProcessEntry(
                            pid,
                            Integer.parseInt(fields[PARENT]),
                            Integer.parseInt(fields[SESSION]),
                            fields[STATE].charAt(0),
                            Integer.parseInt(fields[THREADS]),
                            Long.parseLong(fields[START])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
