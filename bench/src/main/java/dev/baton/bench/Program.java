package dev.baton.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start an orchestrator as a process of its own: with the Java and the jars that we run with.
///
/// @param mainClass the `baton` command
public record Program(Path java, String classPath, String mainClass) {
    private static final List<String> OPTIONS =
            List.of(
                    "-XX:+UseCompactObjectHeaders",
                    "-XX:+UseParallelGC",
                    "-Xmx1g",
                    "--enable-native-access=ALL-UNNAMED");

    /// The program that this process is.
    public static Program same(String mainClass) {
        return new Program(
                javaHome().resolve("bin/java"), System.getProperty("java.class.path"), mainClass);
    }

    static Path javaHome() {
        return Path.of(System.getProperty("java.home"));
    }

    static String options() {
        return String.join(" ", OPTIONS);
    }

    List<String> server(List<String> jvmOptions, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(java.toString());
        command.addAll(OPTIONS);
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath, mainClass, "server"));
        command.addAll(arguments);
        return command;
    }
}
