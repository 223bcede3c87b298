package dev.baton.sandbox;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.stream.Stream;

/// One function of the C library.
///
/// All are called with six words and give one back, whatever they declare: on the machines we know (x86-64 and AArch64) the
/// first six integer arguments are in registers, and a function does not see those it does not take. So there is one shape of
/// call; each further one would cost 10 to 20 ms when a command line tool has just started.
final class Libc {
    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    Stream.generate(() -> ValueLayout.JAVA_LONG)
                            .limit(6)
                            .toArray(MemoryLayout[]::new));
    private static final Linker.Option WITH_ERRNO = Linker.Option.captureCallState("errno");

    private final String name;
    private final MethodHandle handle;

    private Libc(String name, MethodHandle handle) {
        this.name = name;
        this.handle = handle;
    }

    /// The one place where we leave what the JVM can check; `--enable-native-access` allows it.
    ///
    /// @throws SandboxException if the C library of this machine has no such function
    @SuppressWarnings("restricted")
    static Libc function(String name) {
        Linker linker = Linker.nativeLinker();
        MemorySegment address =
                linker.defaultLookup()
                        .find(name)
                        .orElseThrow(
                                () ->
                                        new SandboxException(
                                                "this C library has no function " + name));
        return new Libc(name, linker.downcallHandle(address, SHAPE, WITH_ERRNO));
    }

    /// Calls a function that returns an int.
    ///
    /// @return what it returned, or the negated error number if that was negative
    int call(long... arguments) {
        return (int) outcome(arguments, true);
    }

    /// Calls a function that returns a word, such as a size.
    ///
    /// @return what it returned, or the negated error number if that was negative
    long callForWord(long... arguments) {
        return outcome(arguments, false);
    }

    private long outcome(long[] arguments, boolean isInt) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            long word = invoke(errno, arguments);
            long value = isInt ? (int) word : word;
            return value < 0 ? -errno.get(ValueLayout.JAVA_INT, 0) : value;
        }
    }

    private long invoke(MemorySegment errno, long[] a) {
        try {
            return (long)
                    handle.invokeExact(
                            errno,
                            word(a, 0),
                            word(a, 1),
                            word(a, 2),
                            word(a, 3),
                            word(a, 4),
                            word(a, 5));
        } catch (Throwable e) {
            throw new IllegalStateException("calling " + name, e);
        }
    }

    private static long word(long[] arguments, int index) {
        return index < arguments.length ? arguments[index] : 0;
    }
}
