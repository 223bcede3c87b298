package dev.baton.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A process with a sandbox and one box, to be killed and stopped by tests: `BoxKeeper STATE DIRECTORY FENCE_MILLIS ORPHAN_MILLIS SCRIPT`.
/// It prints what the script prints. Told to by a line of input, it starts another command, and prints what became of it.
final class BoxKeeper implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private BoxKeeper(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /// @param fence zero for none
    static BoxKeeper start(Path state, Path directory, Duration fence, String script)
            throws IOException {
        return start(state, directory, fence, Duration.ZERO, script);
    }

    static BoxKeeper start(
            Path state, Path directory, Duration fence, Duration orphanGrace, String script)
            throws IOException {
        return new BoxKeeper(
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                BoxKeeper.class.getName(),
                                state.toString(),
                                directory.toString(),
                                Long.toString(fence.toMillis()),
                                Long.toString(orphanGrace.toMillis()),
                                script)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    int pid() {
        return (int) process.pid();
    }

    String readLine() throws IOException {
        return output.readLine();
    }

    int readPid() throws IOException {
        return Integer.parseInt(readLine());
    }

    void startAnother() throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append("go\n").flush();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    public static void main(String[] arguments) throws Exception {
        ProcessSandbox sandbox = ProcessSandbox.start(Path.of(arguments[0]));
        Box box =
                sandbox.open(
                        new BoxPlan(
                                "box",
                                Path.of(arguments[1]),
                                Map.of("PATH", SandboxTestBase.PATH),
                                Isolation.PROCESS,
                                Duration.ofMillis(Long.parseLong(arguments[3]))));
        long fence = Long.parseLong(arguments[2]);
        if (fence > 0) {
            box.fence(Duration.ofMillis(fence));
        }
        Output toStdout =
                (_, bytes, length) -> {
                    System.out.write(bytes, 0, length);
                    System.out.flush();
                };
        box.start(List.of("sh", "-c", arguments[4]), ".", toStdout);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            try {
                box.fence(Duration.ofHours(1));
                box.start(List.of("sleep", "300"), ".", toStdout);
                System.out.println("started");
            } catch (SandboxException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
