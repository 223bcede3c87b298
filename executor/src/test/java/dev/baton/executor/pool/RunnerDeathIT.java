package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.executor.pool.CallResult.Succeeded;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// An executor does not outlive its runner, however that ends.
class RunnerDeathIT {
    @Test
    void what_a_runner_started_ends_with_it_also_if_it_is_killed(@TempDir Path directory)
            throws Exception {
        Process runner =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                RunnerDeathIT.class.getName(),
                                directory.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader output = runner.inputReader(StandardCharsets.UTF_8)) {
            List<Long> pids = pids(output);
            assertThat(pids)
                    .hasSize(2)
                    .allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isPresent());
            runner.destroyForcibly();
            await().atMost(PoolsUnderTest.PATIENCE)
                    .until(() -> pids.stream().noneMatch(RunnerDeathIT::isAlive));
        } finally {
            runner.destroyForcibly();
        }
    }

    /// One that is dead but not buried can do nothing; whoever adopted it may not have looked yet.
    private static boolean isAlive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException _) {
            return false;
        }
    }

    /// The executor, and what it started in a session of its own.
    private static List<Long> pids(BufferedReader output) throws IOException {
        String line = output.readLine();
        while (line != null && !line.startsWith("pids ")) {
            line = output.readLine();
        }
        assertThat(line).isNotNull();
        return Pattern.compile("\\d+")
                .matcher(line)
                .results()
                .map(number -> Long.valueOf(number.group()))
                .toList();
    }

    /// The runner.
    public static void main(String[] arguments) throws Exception {
        var pools = new PoolsUnderTest(Path.of(arguments[0]));
        ExecutorPool pool = pools.only(pools.plan());
        var child = (Succeeded) pool.call(PoolsUnderTest.call("fork", "[]"));
        System.out.println("pids " + pools.pids().getFirst() + " " + child.result());
        pool.call(PoolsUnderTest.call("ignore_cancel", "[]"));
    }
}
