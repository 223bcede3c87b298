package dev.baton.sandbox;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/// What we ask of the kernel beyond what Java can. Numbers are those of Linux.
///
/// Calls that can wait ([#poll]) hold their thread: not for virtual threads.
final class Kernel {
    static final String NEEDED = "Linux 5.3 or newer with glibc 2.34 or newer";

    static final int E2BIG = 7;
    static final int ENOEXEC = 8;

    /// Of the start times in `/proc`.
    static final long TICKS_PER_SECOND = 100;

    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final long SYS_PIDFD_OPEN = 434;
    private static final long O_CLOEXEC = 0x80000;
    private static final long FIONREAD = 0x541B;
    private static final long CLOCK_BOOTTIME = 7;
    private static final long WNOHANG = 1;
    private static final int EINTR = 4;
    private static final short POLLIN = 1;
    private static final int POLLFD_BYTES = 8;
    private static final int NANOS_PER_TICK = (int) (1_000_000_000 / TICKS_PER_SECOND);

    private static final Libc PRCTL = Libc.function("prctl");
    private static final Libc KILL = Libc.function("kill");
    private static final Libc WAITPID = Libc.function("waitpid");
    private static final Libc SYSCALL = Libc.function("syscall");
    private static final Libc PIPE2 = Libc.function("pipe2");
    private static final Libc EVENTFD = Libc.function("eventfd");
    private static final Libc POLL = Libc.function("poll");
    private static final Libc READ = Libc.function("read");
    private static final Libc WRITE = Libc.function("write");
    private static final Libc IOCTL = Libc.function("ioctl");
    private static final Libc CLOSE = Libc.function("close");
    private static final Libc CLOCK_GETTIME = Libc.function("clock_gettime");

    private Kernel() {}

    /// Finds out now rather than with the first command.
    static void checkSupport() {
        int self = openProcess((int) ProcessHandle.current().pid());
        if (self < 0) {
            throw new SandboxException("the sandbox needs " + NEEDED);
        }
        close(self);
    }

    /// What loses its parent below this process becomes its child, not that of init.
    static void adoptOrphans() {
        check("prctl", PRCTL.call(PR_SET_CHILD_SUBREAPER, 1));
    }

    /// That the process is gone already is no error.
    static void signal(int pid, Signal signal) {
        KILL.call(pid, signal.number());
    }

    /// Takes the exit status of a child, which ends it for good.
    ///
    /// @return as `waitpid` gives it, or negative if it is no child, or runs
    static int reap(int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(ValueLayout.JAVA_INT);
            int reaped = WAITPID.call(pid, status.address(), WNOHANG);
            return reaped == pid ? status.get(ValueLayout.JAVA_INT, 0) : -1;
        }
    }

    /// Takes note of the end of those children in a process group that have ended.
    ///
    /// @return whether there are children in the group that have not
    static boolean reapGroup(int group) {
        int reaped;
        do {
            reaped = WAITPID.call(-group, 0, WNOHANG);
        } while (reaped > 0);
        return reaped == 0;
    }

    /// A descriptor that becomes readable when the process ends.
    ///
    /// @return negative if there is no such process
    static int openProcess(int pid) {
        return SYSCALL.call(SYS_PIDFD_OPEN, pid, 0);
    }

    /// A descriptor that becomes readable by [#raise], and stays so.
    static int openFlag() {
        return check("eventfd", EVENTFD.call(0, O_CLOEXEC));
    }

    static void raise(int flag) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocateFrom(ValueLayout.JAVA_LONG, 1);
            check("write", (int) WRITE.callForWord(flag, one.address(), one.byteSize()));
        }
    }

    /// A pipe of which no other process gets an end, unless it is given it.
    static Pipe openPipe() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(ValueLayout.JAVA_INT, 2);
            check("pipe2", PIPE2.call(ends.address(), O_CLOEXEC));
            return new Pipe(
                    ends.getAtIndex(ValueLayout.JAVA_INT, 0),
                    ends.getAtIndex(ValueLayout.JAVA_INT, 1));
        }
    }

    record Pipe(int readEnd, int writeEnd) {}

    /// Waits until one of these is readable, or at its end.
    ///
    /// @param longest in milliseconds; negative waits for as long as it takes
    /// @param descriptors negative ones are passed over
    /// @return for each whether it is
    static boolean[] poll(int longest, int... descriptors) {
        boolean[] ready = new boolean[descriptors.length];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment fds = arena.allocate((long) POLLFD_BYTES * descriptors.length, 4);
            for (int i = 0; i < descriptors.length; i++) {
                fds.set(ValueLayout.JAVA_INT, (long) POLLFD_BYTES * i, descriptors[i]);
                fds.set(ValueLayout.JAVA_SHORT, (long) POLLFD_BYTES * i + 4, POLLIN);
            }
            int outcome = POLL.call(fds.address(), descriptors.length, longest);
            if (outcome < 0 && outcome != -EINTR) {
                check("poll", outcome);
            }
            for (int i = 0; i < descriptors.length && outcome > 0; i++) {
                ready[i] = fds.get(ValueLayout.JAVA_SHORT, (long) POLLFD_BYTES * i + 6) != 0;
            }
        }
        return ready;
    }

    /// Reads what is there, and waits if nothing is.
    ///
    /// @return how many bytes were read; 0 at the end
    static int read(int descriptor, MemorySegment buffer, long atMost) {
        return check("read", (int) READ.callForWord(descriptor, buffer.address(), atMost));
    }

    /// How many bytes can be read at once.
    static int pending(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            check("ioctl", IOCTL.call(descriptor, FIONREAD, count.address()));
            return count.get(ValueLayout.JAVA_INT, 0);
        }
    }

    static void close(int descriptor) {
        CLOSE.call(descriptor);
    }

    /// Time since the machine was started, the one that `/proc` and the guardian count in: also while it was asleep.
    static Duration uptime() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
            check("clock_gettime", CLOCK_GETTIME.call(CLOCK_BOOTTIME, time.address()));
            return Duration.ofSeconds(
                    time.getAtIndex(ValueLayout.JAVA_LONG, 0),
                    time.getAtIndex(ValueLayout.JAVA_LONG, 1));
        }
    }

    /// Rounded down, as the start time of a process is.
    static long ticks(Duration uptime) {
        return uptime.getSeconds() * TICKS_PER_SECOND + uptime.getNano() / NANOS_PER_TICK;
    }

    private static int check(String call, int outcome) {
        if (outcome < 0) {
            throw new SandboxException("%s failed with error %d".formatted(call, -outcome));
        }
        return outcome;
    }
}
