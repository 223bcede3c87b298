package dev.baton.testkit.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How `baton` is started. Variables of Baton that are set for us are not set for it.
///
/// @param command what its arguments follow
/// @param environment variables that it gets beside ours
public record Launcher(List<String> command, Map<String, String> environment) {

    public Launcher {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /// The script `./baton`, as users start it.
    public static Launcher script(Path script) {
        return new Launcher(List.of(script.toString()), Map.of());
    }

    /// Java itself, for those who choose its options.
    public static Launcher java(List<String> options, String classPath, String mainClass) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, mainClass));
        return new Launcher(command, Map.of());
    }

    /// The same with one more variable.
    public Launcher with(String variable, String value) {
        var more = new LinkedHashMap<>(environment);
        more.put(variable, value);
        return new Launcher(command, more);
    }

    /// The same for a user who has this directory for a home, and nobody else's files.
    public Launcher withHome(Path home) {
        return with("HOME", home.toString())
                .with("XDG_CONFIG_HOME", home.resolve("config").toString())
                .with("XDG_DATA_HOME", home.resolve("data").toString());
    }

    /// Starts a process in a directory, which is made if it is not there; errors are among the output.
    public Process start(Path directory, List<String> arguments) throws IOException {
        var whole = new ArrayList<>(command);
        whole.addAll(arguments);
        Files.createDirectories(directory);
        var builder = new ProcessBuilder(whole).directory(directory.toFile());
        builder.redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("BATON_"));
        builder.environment().putAll(environment);
        return builder.start();
    }
}
