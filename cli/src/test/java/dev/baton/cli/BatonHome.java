package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A user with a home of their own, who starts `baton` commands as real processes and never touches anybody's files.
///
/// @param root the home; `work` in it is where commands are started
record BatonHome(Path root) {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /// What is left of a command.
    record Ended(int status, String out, String err) {}

    BatonHome {
        try {
            Files.createDirectories(root.resolve("work"));
            Files.createDirectories(root.resolve("tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path work() {
        return root.resolve("work");
    }

    /// Where processes of this user put temporary files.
    Path temporary() {
        return root.resolve("tmp");
    }

    Path credentials() {
        return root.resolve("config/baton/credentials.toml");
    }

    Started start(String... arguments) {
        return start(Map.of(), arguments);
    }

    Started start(Map<String, String> environment, String... arguments) {
        var command =
                new ArrayList<>(
                        List.of(
                                System.getProperty("java.home") + "/bin/java",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + temporary(),
                                "-cp",
                                System.getenv("BATON_LIB") + "/*",
                                "dev.baton.cli.Main"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(work().toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("BATON_"));
        builder.environment().put("HOME", root.toString());
        builder.environment().put("XDG_CONFIG_HOME", root.resolve("config").toString());
        builder.environment().put("XDG_DATA_HOME", root.resolve("data").toString());
        builder.environment().putAll(environment);
        try {
            return new Started(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Ended run(String... arguments) {
        try (Started started = start(arguments)) {
            return started.await();
        }
    }

    /// Runs a command that reads this from standard input.
    Ended runWith(String input, String... arguments) throws IOException {
        try (Started started = start(arguments)) {
            started.process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            started.process.getOutputStream().close();
            return started.await();
        }
    }

    /// An orchestrator and a runner, on a free port.
    Started up(String... options) {
        var arguments =
                new ArrayList<>(List.of("up", "--port", "0", "--set", "runner.kill_grace=1s"));
        arguments.addAll(List.of(options));
        Started up = start(arguments.toArray(String[]::new));
        up.awaitOut("Ctrl-C stops it.\n");
        return up;
    }

    /// What stands between two texts, for the first time.
    static String between(String text, String before, String after) {
        int from = text.indexOf(before) + before.length();
        return text.substring(from, text.indexOf(after, from));
    }

    String permissionsOfCredentials() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(credentials()));
    }

    /// A command that runs. Closing it ends it.
    static final class Started implements AutoCloseable {
        private final Process process;
        private final Thread killAtExit;
        private final Printed out;
        private final Printed err;

        private Started(Process process) {
            this.process = process;
            killAtExit = new Thread(process::destroyForcibly, "command-kill");
            Runtime.getRuntime().addShutdownHook(killAtExit);
            out = new Printed(process.getInputStream());
            err = new Printed(process.getErrorStream());
        }

        /// The address that an `up` says it has.
        URI address() {
            return URI.create(
                    out.text()
                            .lines()
                            .findFirst()
                            .orElseThrow()
                            .substring("Baton is up at ".length()));
        }

        void awaitOut(String text) {
            out.await(text, LIMIT);
        }

        void awaitErr(String text) {
            err.await(text, LIMIT);
        }

        /// Sends a signal, as a terminal or an operator would.
        void signal(String name) {
            try {
                int status =
                        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                                .inheritIO()
                                .start()
                                .waitFor();
                assertThat(status).isZero();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        Ended await() {
            try {
                assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                        .as("ended within %s; it printed %s and %s", LIMIT, out.text(), err.text())
                        .isTrue();
                return new Ended(process.exitValue(), out.all(), err.all());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /// Stops reading its standard output, as `head` does.
        void closeOut() throws IOException {
            process.getInputStream().close();
        }

        void kill() {
            process.destroyForcibly();
            await();
        }

        @Override
        public void close() {
            process.destroy();
            try {
                if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
                Runtime.getRuntime().removeShutdownHook(killAtExit);
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            } catch (IllegalStateException alreadyExiting) {
                // the hook finds nothing to do
            }
        }
    }
}
