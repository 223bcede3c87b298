package dev.baton.cli;

import dev.baton.testkit.process.BatonProcess;
import dev.baton.testkit.process.Launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Starts the `baton` of this build, with a JVM that is quick to start. Its warnings are shown among those of the tests.
final class TestBaton {
    private TestBaton() {}

    /// Starts something that stays.
    ///
    /// @param heap the most that it may have, such as `128m`
    /// @param ready how the line begins by which it says that it is there
    static BatonProcess start(Path directory, String heap, String ready, List<String> arguments) {
        return start(directory, heap, ready, arguments, TestBaton::showWarning);
    }

    /// The same, for whoever wants to read what it prints.
    static BatonProcess start(
            Path directory,
            String heap,
            String ready,
            List<String> arguments,
            Consumer<String> output) {
        try {
            return BatonProcess.start(launcher(heap), directory, arguments, ready, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Launcher launcher(String heap) {
        return Launcher.java(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx" + heap,
                        "--enable-native-access=ALL-UNNAMED"),
                System.getenv("BATON_LIB") + "/*",
                "dev.baton.cli.Main");
    }

    private static void showWarning(String line) {
        if (line.contains(" WARN ") || line.contains(" ERROR ") || line.startsWith("\tat ")) {
            System.err.println(line);
        }
    }
}
