package dev.baton.bench;

import dev.baton.testkit.process.Launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start an orchestrator as a process of its own: with the Java and the jars that we run with.
///
/// @param mainClass the `baton` command
public record Program(String classPath, String mainClass) {
    private static final List<String> OPTIONS =
            List.of(
                    "-XX:+UseCompactObjectHeaders",
                    "-XX:+UseParallelGC",
                    "-Xmx1g",
                    "--enable-native-access=ALL-UNNAMED");

    /// The program that this process is.
    public static Program same(String mainClass) {
        return new Program(System.getProperty("java.class.path"), mainClass);
    }

    static Path javaHome() {
        return Path.of(System.getProperty("java.home"));
    }

    static String options() {
        return String.join(" ", OPTIONS);
    }

    Launcher launcher(List<String> jvmOptions) {
        var options = new ArrayList<>(OPTIONS);
        options.addAll(jvmOptions);
        return Launcher.java(options, classPath, mainClass);
    }
}
