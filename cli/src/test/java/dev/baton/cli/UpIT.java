package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.BatonHome.Ended;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/// `baton up`, `baton login`, and a `baton run` that finds neither.
class UpIT {
    @TempDir private Path directory;

    @Test
    void commands_find_what_is_up_and_the_next_up_finds_it_too() throws IOException {
        var home = new BatonHome(directory);
        try (var up = home.up()) {
            assertThat(home.permissionsOfCredentials()).isEqualTo("rw-------");
            Ended run = home.run("run", "--no-workspace", "--", "echo", "hello");
            assertThat(run).isEqualTo(new Ended(0, "hello\n", ""));

            Ended second = home.run("up", "--port", "0");
            assertThat(second.status()).isEqualTo(1);
            assertThat(second.err()).contains("running already, at " + up.address());

            up.signal("TERM");
            assertThat(up.await().status()).isZero();
        }
        assertThat(Files.readString(home.credentials())).doesNotContain("token");
        Ended jobs = home.run("jobs");
        assertThat(jobs.status()).isEqualTo(1);
        assertThat(jobs.err())
                .startsWith(
                        "baton: no orchestrator is known here: no `baton up` of this user is running");
    }

    @Test
    void a_killed_up_is_not_missed_and_the_next_one_knows_the_same_user() throws IOException {
        var home = new BatonHome(directory);
        try (var up = home.up()) {
            up.kill();
        }
        String before = Files.readString(home.credentials());
        assertThat(home.run("jobs").err())
                .contains("the one that `baton up` started is not running");
        Ended embedded = home.run("run", "--no-workspace", "--", "echo", "hello");
        assertThat(embedded.status()).isZero();
        assertThat(embedded.out()).isEqualTo("hello\n");
        assertThat(embedded.err()).contains("runs in this process", "baton up");
        try (var up = home.up()) {
            String token = BatonHome.between(before, "token = \"", "\"");
            assertThat(Files.readString(home.credentials()))
                    .contains(token, up.address().toString());
        }
    }

    @Test
    void without_an_orchestrator_a_run_brings_its_own_and_leaves_nothing_behind()
            throws IOException {
        var home = new BatonHome(directory);
        Files.writeString(home.work().resolve("input"), "content\n");
        Ended ended = home.run("run", "--", "sh", "-c", "cat input; exit 3");
        assertThat(ended.status()).isEqualTo(3);
        assertThat(ended.out()).isEqualTo("content\n");
        assertThat(ended.err()).contains("baton up");
        assertEmpty(home.temporary());
        assertThat(home.credentials()).doesNotExist();

        Ended detached = home.run("run", "--detach", "--", "true");
        assertThat(detached.status()).isEqualTo(125);
        assertThat(detached.err()).contains("baton up");
    }

    @Test
    void an_interrupt_of_an_embedded_run_leaves_no_process_and_no_file() throws IOException {
        var home = new BatonHome(directory);
        try (var run =
                home.start("run", "--no-workspace", "--", "sh", "-c", "echo on; sleep 4331")) {
            run.awaitOut("on\n");
            run.signal("INT");
            assertThat(run.await().status()).isEqualTo(130);
        }
        assertThat(ProcessHandle.allProcesses())
                .noneMatch(p -> p.info().commandLine().orElse("").endsWith("sleep 4331"));
        assertEmpty(home.temporary());
    }

    @Test
    void a_login_is_stored_when_the_orchestrator_knows_the_token() throws IOException {
        var owner = new BatonHome(directory.resolve("owner"));
        var guest = new BatonHome(directory.resolve("guest"));
        try (var up = owner.up()) {
            String address = up.address().toString();
            Ended wrong = guest.runWith("nonsense\n", "login", address);
            assertThat(wrong.status()).isEqualTo(1);
            assertThat(wrong.err()).contains("does not know this token");
            assertThat(guest.runWith("", "login", address).status()).isEqualTo(1);
            String runner = owner.run("token", "create", "runner", "r").out();
            assertThat(guest.runWith(runner, "login", address).err()).contains("one of a runner");
            assertThat(guest.credentials()).doesNotExist();

            String token = owner.run("token", "create", "user", "guest").out();
            assertThat(guest.runWith(token, "login", address + "/").status()).isZero();
            assertThat(guest.permissionsOfCredentials()).isEqualTo("rw-------");
            assertThat(guest.run("jobs").status()).isZero();
            assertThat(guest.run("token", "list").err()).contains("expected a token of kind admin");
        }
    }

    @Test
    void a_runner_whose_token_is_refused_says_so_and_ends() throws IOException {
        var home = new BatonHome(directory);
        try (var up = home.up()) {
            String address = up.address().toString();
            Ended wrong = home.run("runner", "--server", address, "--token", "nonsense");
            assertThat(wrong.status()).isEqualTo(1);
            assertThat(wrong.err())
                    .contains(address, "refused the token", "baton token create runner");
            String user = home.run("token", "create", "user", "u").out().strip();
            assertThat(home.run("runner", "--server", address, "--token", user).status())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_runner_works_until_it_is_drained() throws IOException {
        var home = new BatonHome(directory);
        try (var up = home.up()) {
            Path token = home.work().resolve("runner-token");
            Files.writeString(token, home.run("token", "create", "runner", "second").out());
            try (var runner =
                    home.start(
                            "runner",
                            "--server",
                            up.address().toString(),
                            "--token-file",
                            token.toString(),
                            "--id",
                            "second",
                            "--tag",
                            "special")) {
                runner.awaitOut("Runner second works for");
                Ended run =
                        home.run(
                                "run", "--no-workspace", "--tag", "special", "--", "echo", "hello");
                assertThat(run).isEqualTo(new Ended(0, "hello\n", ""));
                assertThat(home.run("runner", "drain").status()).isZero();
                assertThat(runner.await().status()).isZero();
                assertThat(home.run("runner", "drain").err()).contains("no runner works in");
            }
        }
    }

    @Test
    void only_the_owner_can_read_what_is_kept_backed_up_and_restored() throws IOException {
        var home = new BatonHome(directory);
        Path data = Files.createDirectories(directory.resolve("kept"));
        try (var up = home.up("--data", data.toString())) {
            assertPrivate(data);
            up.signal("TERM");
            assertThat(up.await().status()).isZero();
        }
        // As an earlier version left them.
        open(data, "rwxr-xr-x");
        open(data.resolve("baton.db"), "rw-r--r--");
        open(data.resolve("blobs"), "rwxr-xr-x");
        try (var up = home.up("--data", data.toString())) {
            up.awaitErr("closed to other users");
            assertPrivate(data);
            Path backup = Files.createDirectories(directory.resolve("backup"));
            assertThat(home.run("backup", "--data=" + data, "--to=" + backup).status()).isZero();
            assertPrivate(backup);
            Path restored = directory.resolve("restored");
            assertThat(home.run("restore", "--data=" + restored, "--from=" + backup).status())
                    .isZero();
            assertPrivate(restored);
        }
    }

    @Test
    void a_directory_with_files_of_others_is_not_closed_but_what_is_kept_in_it_is()
            throws IOException {
        var home = new BatonHome(directory);
        Path shared = Files.createDirectories(directory.resolve("shared"));
        Files.writeString(shared.resolve("of-others"), "");
        open(shared, "rwxr-xr-x");
        try (var _ = home.up("--data", shared.toString())) {
            assertThat(mode(shared)).isEqualTo("rwxr-xr-x");
            assertThat(mode(shared.resolve("blobs"))).isEqualTo("rwx------");
            assertThat(mode(shared.resolve("runner"))).isEqualTo("rwx------");
            assertThat(mode(shared.resolve("baton.db"))).isEqualTo("rw-------");
        }
    }

    /// No file in it may be read by others, nor may they see which there are.
    private static void assertPrivate(Path directory) throws IOException {
        assertThat(mode(directory)).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("baton.db")))
                    .isNotEmpty()
                    .filteredOn(file -> !file.toString().endsWith(".lock"))
                    .allSatisfy(file -> assertThat(mode(file)).isEqualTo("rw-------"));
        }
        if (Files.exists(directory.resolve("admin-token"))) {
            assertThat(mode(directory.resolve("blobs"))).isEqualTo("rwx------");
        }
    }

    private static void open(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void assertEmpty(Path directory) throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("baton")))
                    .isEmpty();
        }
    }
}
