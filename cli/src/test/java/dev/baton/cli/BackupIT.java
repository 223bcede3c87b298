package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.PostgresServer;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/// A backup of an orchestrator that works, restored elsewhere and started there.
@Timeout(240)
class BackupIT {
    private static final List<String> TERMS =
            List.of("--set=lease.ttl=30s", "--set=lease.heartbeat_interval=5s");

    @TempDir private Path directory;
    private Path data;
    private Path restored;
    private Path backup;
    private BatonHome home;

    @BeforeEach
    void makeDirectories() throws IOException {
        data = Files.createDirectory(directory.resolve("data"));
        restored = Files.createDirectory(directory.resolve("restored"));
        backup = directory.resolve("backup");
        home = new BatonHome(directory.resolve("home"));
    }

    @Test
    void a_sqlite_store_is_restored_and_goes_on() throws Exception {
        goesOn(List.of("--data=" + data), List.of("--data=" + restored));
    }

    @Test
    void a_postgresql_store_is_restored_and_goes_on() throws Exception {
        try (var postgres = PostgresServer.start()) {
            goesOn(
                    List.of("--data=" + data, "--postgres=" + postgres.jdbcUrl()),
                    List.of(
                            "--data=" + restored,
                            "--postgres=" + postgres.createDatabase("restored")));
        }
    }

    @Test
    void a_backup_that_is_damaged_or_not_finished_is_refused() throws IOException {
        ServerProcess.start(data).close();
        baton("backup", List.of("--data=" + data), "--to=" + backup);
        Path database = backup.resolve("baton.db");
        byte[] bytes = Files.readAllBytes(database);
        bytes[bytes.length / 2]++;
        Files.write(database, bytes);

        assertThat(refused("restore", List.of("--data=" + restored), "--from=" + backup))
                .contains("the backup is damaged");
        Files.delete(backup.resolve("manifest.json"));
        assertThat(refused("restore", List.of("--data=" + restored), "--from=" + backup))
                .contains("has no manifest.json");
        assertThat(refused("backup", List.of("--data=" + data), "--to=" + backup))
                .contains("expected an empty directory");
        assertThat(
                        refused(
                                "backup",
                                List.of("--data=" + restored),
                                "--to=" + directory.resolve("b")))
                .contains("no such file");
        assertThat(restored).isEmptyDirectory();
    }

    /// @param from the options of the orchestrator that is backed up
    /// @param to the options of the one that goes on with the backup
    private void goesOn(List<String> from, List<String> to) throws Exception {
        Api user;
        Api runner;
        HeldLease held;
        HeldLease later;
        String done;
        String queued;
        try (var server = ServerProcess.start(data, options(from))) {
            user = server.with("user", "someone");
            runner = server.with("runner", "some-runner");
            done = user.submitJob("done");
            var finished = HeldLease.take(runner, "r1");
            finished.ack();
            assertThat(finished.log("bytes 0-4/*", "hello").status()).isEqualTo(204);
            finished.complete();
            user.submitJob("held");
            held = HeldLease.take(runner, "r1");
            held.ack();
            assertThat(held.log("bytes 0-6/*", "working").status()).isEqualTo(204);

            assertThat(worksDuring(user, runner, () -> back(from))).isPositive();

            queued = user.submitJob("after the backup");
            later = HeldLease.take(runner, "r1");
            later.ack();
            assertThat(held.complete().text("final_status")).isEqualTo("SUCCEEDED");
            assertThat(baton("audit", from, "verify", "--json")).contains("\"findings\":0");
        }
        assertThat(baton("restore", to, "--from=" + backup)).startsWith("Restored");
        assertThat(refused("restore", to, "--from=" + backup)).contains("expected an empty place");

        try (var server = ServerProcess.start(restored, options(to))) {
            user = user.at(server);
            assertThat(user.status(done)).isEqualTo("SUCCEEDED");
            assertThat(user.get("/v1/jobs/%s/log".formatted(done)).body()).isEqualTo("hello");
            assertThat(user.get("/v1/jobs/" + queued).status()).isEqualTo(404);
            assertThat(later.at(server).complete().status()).isEqualTo(409);

            // What ended after the backup is held again, until its lease runs out.
            var lost = user.awaitEvent(held.job(), "REQUEUED", 1);
            assertThat(lost.get("why").stringValue()).startsWith("LOST");
            assertThat(held.at(server).complete().status()).isEqualTo(409);
            finishAll(user, runner.at(server));
            assertThat(user.status(held.job())).isEqualTo("SUCCEEDED");
            assertThat(number(user.submitJob("new"))).isGreaterThan(number(queued));
            assertThat(baton("audit", to, "verify", "--json")).contains("\"findings\":0");
        }
        assertThat(baton("audit", to, "verify", "--terms", "--json", TERMS.get(0), TERMS.get(1)))
                .contains("\"findings\":0");
    }

    private void back(List<String> from) {
        assertThat(baton("backup", from, "--to=" + backup)).startsWith("Backed up");
    }

    /// Jobs are submitted and done for as long as something else takes.
    ///
    /// @return how many
    private static int worksDuring(Api user, Api runner, Runnable task) throws Exception {
        var over = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var working =
                    threads.submit(
                            () -> {
                                int jobs = 0;
                                while (!over.get()) {
                                    user.submitJob("meanwhile");
                                    var lease = HeldLease.take(runner, "r2");
                                    lease.ack();
                                    lease.log("bytes 0-0/*", "x");
                                    lease.complete();
                                    jobs++;
                                }
                                return jobs;
                            });
            try {
                task.run();
            } finally {
                over.set(true);
            }
            return working.get();
        }
    }

    private static void finishAll(Api user, Api runner) {
        while (!user.get("/v1/jobs?status=QUEUED").json().get("jobs").isEmpty()) {
            var lease = HeldLease.take(runner, "r3");
            lease.ack();
            assertThat(lease.log("bytes 0-0/*", "y").status()).isEqualTo(204);
            assertThat(lease.complete().text("final_status")).isEqualTo("SUCCEEDED");
        }
    }

    private static long number(String job) {
        return Long.parseLong(job.substring("job_".length()));
    }

    private static String[] options(List<String> store) {
        return Stream.concat(
                        store.stream().filter(option -> !option.startsWith("--data")),
                        TERMS.stream())
                .toArray(String[]::new);
    }

    /// Runs a command that has to succeed, and returns what it printed.
    private String baton(String verb, List<String> store, String... more) {
        var ended = run(verb, store, more);
        assertThat(ended.status()).as("%s: %s%s", verb, ended.out(), ended.err()).isZero();
        return ended.out();
    }

    /// Runs a command that has to fail, and returns why it did.
    private String refused(String verb, List<String> store, String... more) {
        var ended = run(verb, store, more);
        assertThat(ended.status()).as("%s: %s", verb, ended.out()).isEqualTo(1);
        return ended.err();
    }

    private BatonHome.Ended run(String verb, List<String> store, String... more) {
        var arguments = new ArrayList<>(List.of(verb));
        arguments.addAll(List.of(more));
        arguments.addAll(store);
        return home.run(arguments.toArray(String[]::new));
    }
}
