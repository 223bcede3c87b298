package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Runs what `docs/protocol.md` tells its readers to run, word for word, against a real orchestrator.
@Timeout(120)
class ProtocolPageIT {
    @TempDir private static Path directory;
    private static ServerProcess server;
    private static Api admin;
    private final ProtocolPage page = ProtocolPage.read();

    @BeforeAll
    static void start() throws IOException {
        server =
                ServerProcess.start(
                        Files.createDirectory(directory.resolve("baton-data")),
                        "--set=lease.heartbeat_interval=1s");
        admin = server.admin();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void the_commands_take_a_job_from_its_lease_to_its_end() throws Exception {
        String script = "set -euo pipefail\n" + String.join("\n", page.blocks("bash"));
        var bash = new ProcessBuilder("bash", "-c", script).directory(directory.toFile());
        bash.environment().put("BATON_URL", server.address().toString());
        Process process = bash.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("\"type\":\"LeaseAcked\"")
                .contains("\"type\":\"HeartbeatAck\"")
                .contains("\"type\":\"CompleteAck\"")
                .contains("\"final_status\":\"SUCCEEDED\"")
                .contains("hello\n")
                .contains("\"kind\":\"FINISHED\"");
        assertThat(admin.get("/v1/jobs?name=greet&status=succeeded").json().get("jobs")).hasSize(1);
    }

    @Test
    void the_runner_executes_jobs_and_obeys_cancels() throws Exception {
        var builder =
                new ProcessBuilder("python3", page.runner().toString(), "by-script")
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("runner.log").toFile());
        builder.environment().put("BATON_URL", server.address().toString());
        builder.environment().put("BATON_TOKEN", server.with("runner", "by-script").token());
        Process runner = builder.start();
        try {
            String good = submit("echo hello; echo from a step");
            String bad = submit("echo oh no; exit 3");
            String silent = submit("true");
            String comment = "# " + "x".repeat(40_000);
            String large = submit("echo large \",\"" + comment + "\",\"" + comment);
            String endless = submit("sleep 600");
            assertThat(endOf(good)).isEqualTo("SUCCEEDED");
            assertThat(log(good)).isEqualTo("hello\nfrom a step\n");
            assertThat(endOf(bad)).isEqualTo("FAILED");
            assertThat(log(bad)).isEqualTo("oh no\n");
            assertThat(admin.job(bad).at("/outcome/report/exit_code").intValue()).isEqualTo(3);
            assertThat(endOf(silent)).isEqualTo("SUCCEEDED");
            assertThat(endOf(large)).isEqualTo("SUCCEEDED");
            assertThat(log(large)).isEqualTo("large\n");

            admin.awaitEvent(endless, "ACKNOWLEDGED", 1);
            admin.cancel(endless);
            assertThat(endOf(endless)).isEqualTo("CANCELED");
            assertThat(admin.job(endless).at("/outcome/cause").stringValue())
                    .isEqualTo("CANCEL_CONFIRMED");
        } finally {
            runner.destroy();
        }
        assertThat(Files.readAllLines(directory.resolve("runner.log"))).isEqualTo(List.of());
    }

    private static String submit(String step) {
        return admin.post(
                        "/v1/runs",
                        "{\"jobs\":[{\"name\":\"scripted\",\"steps\":[\"%s\"]}]}".formatted(step))
                .json()
                .at("/jobs/0/id")
                .stringValue();
    }

    private static String endOf(String job) {
        admin.awaitEvent(job, "FINISHED", 1);
        return admin.status(job);
    }

    private static String log(String job) {
        return admin.get("/v1/jobs/%s/log".formatted(job)).body();
    }
}
