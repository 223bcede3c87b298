package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The `./baton` script, as a user starts it. The build that runs this test names the jars in `BATON_LIB`.
class LauncherIT {

    private static final Path LAUNCHER = ProjectFiles.ofThisProject().root().resolve("baton");

    @TempDir private Path elsewhere;

    @Test
    void it_starts_from_any_directory_through_a_link_with_a_space_in_its_name() throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("my baton"), LAUNCHER);
        Ended ended = run(link, "--version");
        assertThat(ended.status()).isZero();
        assertThat(ended.output()).matches("baton [0-9]+[.]\\S+\n");
    }

    @Test
    void it_ends_with_the_status_of_the_command() throws Exception {
        assertThat(run(LAUNCHER, "--no-such-option").status()).isEqualTo(2);
    }

    @Test
    void it_says_when_the_jdk_it_was_given_is_not_one() throws Exception {
        var builder = new ProcessBuilder(LAUNCHER.toString(), "--version");
        builder.environment().put("BATON_JAVA_HOME", elsewhere.toString());
        Ended ended = run(builder);
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output())
                .isEqualTo("baton: BATON_JAVA_HOME is " + elsewhere + ", which is no JDK 25.\n");
    }

    /// As cron and systemd start it.
    @Test
    void in_the_locale_c_arguments_output_and_file_names_survive() throws Exception {
        Files.writeString(elsewhere.resolve("grün.txt"), "Grüße\n");
        var builder =
                new ProcessBuilder(
                        LAUNCHER.toString(),
                        "run",
                        "-e",
                        "LC_ALL",
                        "--",
                        "sh",
                        "-c",
                        "cat grün.txt; echo \"$1 $LC_ALL\"",
                        "sh",
                        "→@ñ");
        builder.environment().keySet().removeIf(name -> name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("HOME", elsewhere.toString() + "/home");
        builder.environment().remove("XDG_CONFIG_HOME");
        Ended ended = run(builder);
        assertThat(ended.output()).endsWith("Grüße\n→@ñ C\n");
        assertThat(ended.status()).isZero();
    }

    private Ended run(Path program, String argument) throws IOException, InterruptedException {
        return run(new ProcessBuilder(program.toString(), argument));
    }

    private Ended run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.directory(elsewhere.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }

    private record Ended(int status, String output) {}
}
