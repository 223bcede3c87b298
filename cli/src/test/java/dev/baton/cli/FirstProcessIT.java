package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.process.BatonProcess;
import dev.baton.testkit.process.Launcher;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// `./baton` as the first process of a container, where the kernel can make one.
class FirstProcessIT {
    private static final Path LAUNCHER = ProjectFiles.ofThisProject().root().resolve("baton");
    private static final List<String> CONTAINER =
            List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Leaves an orphan behind, and becomes the command that follows.
    private static final List<String> WITH_ORPHAN =
            List.of("bash", "-c", "(sleep 0.5 &); exec \"$@\"", "bash");

    @TempDir private Path directory;

    @BeforeEach
    void aContainerCanBeMade() throws IOException, InterruptedException {
        var trial = new ArrayList<>(CONTAINER);
        trial.add("true");
        boolean isAble;
        try {
            isAble = new ProcessBuilder(trial).start().waitFor() == 0;
        } catch (IOException noSuchProgram) {
            isAble = false;
        }
        assumeThat(isAble).as("namespaces for processes can be made here").isTrue();
    }

    @Test
    void it_reaps_the_orphans_of_others() throws Exception {
        try (BatonProcess container = server()) {
            long first = first(container);
            assertThat(Files.readString(Path.of("/proc", first + "", "comm"))).isEqualTo("bash\n");
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () ->
                                    assertThat(childrenOf(first))
                                            .singleElement()
                                            .asString()
                                            .contains("(java)"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT"})
    void it_passes_a_signal_on_and_ends_as_the_command_does(String signal) throws Exception {
        try (BatonProcess container = server()) {
            long first = first(container);
            new ProcessBuilder("kill", "-" + signal, Long.toString(first)).start().waitFor();
            assertThat(container.awaitEnd(PATIENCE)).isTrue();
            assertThat(container.stop()).isEqualTo(statusWithout(signal));
        }
    }

    @Test
    void it_ends_with_the_status_of_the_command() throws Exception {
        var command = new ArrayList<>(CONTAINER);
        command.addAll(List.of(LAUNCHER.toString(), "--no-such-option"));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(process.waitFor()).isEqualTo(2);
    }

    /// What a server ends with that is no first process.
    private int statusWithout(String signal) throws Exception {
        try (BatonProcess server = server(List.of())) {
            new ProcessBuilder("kill", "-" + signal, Long.toString(server.handle().pid()))
                    .start()
                    .waitFor();
            assertThat(server.awaitEnd(PATIENCE)).isTrue();
            return server.stop();
        }
    }

    private BatonProcess server() throws IOException {
        return server(Stream.concat(CONTAINER.stream(), WITH_ORPHAN.stream()).toList());
    }

    private BatonProcess server(List<String> before) throws IOException {
        var command = new ArrayList<>(before);
        command.add(LAUNCHER.toString());
        return BatonProcess.start(
                new Launcher(command, Map.of("BATON_LIB", System.getenv("BATON_LIB"))),
                directory,
                List.of("server", "--port=0", "--data=" + directory),
                "Listening on ",
                _ -> {});
    }

    private static long first(BatonProcess container) {
        return container.handle().children().map(ProcessHandle::pid).findFirst().orElseThrow();
    }

    /// As the kernel tells of them, zombies included.
    private static List<String> childrenOf(long parent) throws IOException {
        var children = new ArrayList<String>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                String stat = statOf(process);
                if (stat.replaceFirst(".*\\) \\S ", "").startsWith(parent + " ")) {
                    children.add(stat);
                }
            }
        }
        return children;
    }

    private static String statOf(Path process) {
        try {
            return Files.readString(process.resolve("stat"));
        } catch (IOException gone) {
            return "";
        }
    }
}
