package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.cli.BatonHome.Ended;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// `baton schedules` and `baton schedule`, as processes against an `up`.
class ScheduleCommandIT {
    @TempDir private Path directory;

    @Test
    void a_command_is_run_by_the_clock_with_the_files_of_this_directory() throws IOException {
        var home = new BatonHome(directory);
        Files.writeString(home.work().resolve("input"), "content\n");
        try (var up = home.up()) {
            assertThat(up.address()).isNotNull();
            Ended added =
                    home.run(
                            "schedule",
                            "add",
                            "often",
                            "--cron",
                            "* * * * * *",
                            "--",
                            "cat",
                            "input");
            assertThat(added.err()).isEmpty();
            assertThat(added.out()).startsWith("often is next at 20");

            await().atMost(Duration.ofSeconds(60))
                    .until(() -> home.run("jobs", "--status", "succeeded").out().contains("cat"));
            assertThat(home.run("schedules").out()).contains("often", "* * * * * *", "UTC", "run_");
            assertThat(home.run("runs").out()).contains("schedule:often");

            assertThat(home.run("schedule", "remove", "often").out()).isEqualTo("removed often\n");
            assertThat(home.run("schedule", "show", "often").status()).isEqualTo(1);
        }
    }

    @Test
    void it_is_shown_paused_resumed_fired_and_replaced() throws IOException {
        var home = new BatonHome(directory);
        Files.writeString(home.work().resolve("ci.yaml"), "jobs: {test: {steps: 'true'}}\n");
        try (var _ = home.up()) {
            home.run(
                    "schedule",
                    "add",
                    "nightly",
                    "--cron",
                    "0 3 * * *",
                    "--zone",
                    "Europe/Berlin",
                    "--catch-up",
                    "skip",
                    "--no-workspace",
                    "-f",
                    "ci.yaml");
            assertThat(home.run("schedule", "show", "nightly").out())
                    .contains("0 3 * * *", "Europe/Berlin", "skip", "test")
                    .containsPattern("(next +\\S+Z\n){5}");
            assertThat(home.run("schedule", "pause", "nightly", "--reason", "holidays").out())
                    .isEqualTo("nightly is paused\n");
            assertThat(home.run("schedule", "show", "nightly").out()).contains("holidays");
            assertThat(home.run("schedules").out()).contains("paused");
            assertThat(home.run("schedule", "fire", "nightly").out())
                    .matches("run_\\d+\njob_\\d+ test\n");
            assertThat(home.run("schedule", "resume", "nightly").out())
                    .startsWith("nightly is next at 20");

            home.run(
                    "schedule",
                    "add",
                    "nightly",
                    "--cron",
                    "@daily",
                    "--call",
                    "python#add",
                    "--",
                    "1",
                    "two",
                    "[3]");
            assertThat(home.run("schedule", "show", "nightly", "--json").out())
                    .containsIgnoringWhitespaces(
                            "\"function\":{\"name\":\"python#add\",\"args\":[1,\"two\",[3]]}");
            assertThat(home.run("schedules", "--json").out()).contains("\"schedules\"");
        }
    }
}
