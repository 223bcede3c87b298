package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.cli.BatonHome.Ended;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `baton call` and `baton enqueue` against a `baton up` that knows the executors of the examples.
class CallIT {
    /// An executor that writes down who it is, and answers nothing, whatever it is told.
    private static final String DEAF =
            """
            import json, os, signal, socket, struct
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(os.environ["RRQ_EXECUTOR_SOCKET"])
            listener.listen(8)
            while True:
                stream = listener.accept()[0].makefile("rb")
                header = stream.read(4)
                if header:
                    request = json.loads(stream.read(struct.unpack(">I", header)[0]))["payload"]
                    if "args" in request:
                        open(request["args"][0], "w").write(str(os.getpid()))
                        kept = stream
            """;

    @TempDir private static Path directory;
    private static BatonHome home;
    private static BatonHome.Started up;

    @BeforeAll
    static void start() {
        home = new BatonHome(directory);
        up = home.up("--executors", executors());
    }

    @AfterAll
    static void stop() {
        up.close();
    }

    private static String executors() {
        return Path.of("..", "examples", "executors", "executors.toml").toAbsolutePath().toString();
    }

    @Test
    void a_call_prints_what_the_function_returned() {
        assertThat(home.run("call", "python#add", "1", "2")).isEqualTo(new Ended(0, "3\n", ""));
        assertThat(home.run("call", "node#add", "1.5", "2")).isEqualTo(new Ended(0, "3.5\n", ""));
        assertThat(home.run("call", "python#add", "--text", "1", "2"))
                .isEqualTo(new Ended(0, "\"12\"\n", ""));
        assertThat(home.run("call", "python#echo", "--raw", "a b"))
                .isEqualTo(new Ended(0, "a b\n", ""));
        assertThat(home.run("call", "python#echo", "x", "--kwarg", "a=[1]").out())
                .isEqualTo("{\"args\":[\"x\"],\"kwargs\":{\"a\":[1]}}\n");
    }

    @Test
    void what_a_handler_prints_is_shown_by_call_and_by_job_logs() {
        assertThat(home.run("call", "python#say", "hello"))
                .isEqualTo(new Ended(0, "null\n", "hello\nhello\n"));
        String job = home.run("enqueue", "node#say", "hello").out().strip();
        assertThat(home.run("job", "wait", job).status()).isZero();
        assertThat(home.run("job", "logs", job)).isEqualTo(new Ended(0, "hello\n", "hello\n"));
    }

    @Test
    void a_call_that_no_runner_can_take_says_so_with_the_nearest_executor_and_goes_on_waiting() {
        try (var started = home.start("call", "pyhton#add", "1", "2")) {
            started.awaitErr(
                    "no connected runner has the executor 'pyhton' (did you mean python?); waiting for one. There are: node, python\n");
            started.signal("INT");
            assertThat(started.await().status()).isEqualTo(130);
        }
    }

    @Test
    void a_call_that_fails_says_why_and_how_often_it_was_tried() {
        Ended ended =
                home.run(
                        "call",
                        "python#fail",
                        "bad day",
                        "--max-attempts",
                        "2",
                        "--backoff",
                        "10ms");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("failed after 2 tries: RuntimeError: bad day");
        assertThat(home.run("dead-letters").out()).contains("RuntimeError: bad day");
    }

    @Test
    void a_handler_that_is_not_there_and_options_that_make_no_sense_are_said_at_once() {
        Ended unknown = home.run("call", "python#nobody");
        assertThat(unknown.status()).isEqualTo(1);
        assertThat(unknown.err()).contains("handler_not_found");
        Ended wrong = home.run("call", "python#add", "--timeout", "soon", "--deadline", "never");
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err()).contains("--timeout: expected a duration", "--deadline: expected");
        Ended alone = home.run("call", "add", "1", "2");
        assertThat(alone.status()).isEqualTo(2);
        assertThat(alone.err()).contains("expected executor#add");
    }

    @Test
    void an_interrupt_cancels_the_call() {
        try (var started = home.start("call", "python#sleep", "300")) {
            awaitRunning();
            started.signal("INT");
            Ended ended = started.await();
            assertThat(ended.status()).isEqualTo(130);
            assertThat(ended.err()).contains("canceling", "canceled");
        }
    }

    private static void awaitRunning() {
        await().until(() -> home.run("jobs", "--status", "RUNNING").out().contains("python#sleep"));
    }

    @Test
    void a_second_interrupt_of_an_embedded_call_leaves_no_process_and_no_file(@TempDir Path other)
            throws IOException {
        var nobody = new BatonHome(other);
        Path script = Files.writeString(nobody.work().resolve("deaf.py"), DEAF);
        Path executors =
                Files.writeString(
                        nobody.work().resolve("executors.toml"),
                        "[executors.deaf]\ncmd = [\"python3\", \"%s\"]\n".formatted(script));
        Path pid = nobody.work().resolve("pid");
        try (var call =
                nobody.start(
                        "call", "--executors", executors.toString(), "deaf#wait", pid.toString())) {
            await().until(() -> Files.exists(pid) && !Files.readString(pid).isEmpty());
            call.signal("INT");
            call.awaitErr("canceling; Ctrl-C again leaves it to itself");
            call.signal("INT");
            Ended ended = call.await();
            assertThat(ended.status()).isEqualTo(130);
            assertThat(ended.err()).contains("baton: left job_");
        }
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid)))).isEmpty();
        try (var left = Files.list(nobody.temporary())) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith("baton-run-")))
                    .isEmpty();
        }
    }

    @Test
    void what_is_enqueued_is_done_without_anybody_who_waits() {
        Ended enqueued = home.run("enqueue", "python#add", "20", "22", "--queue", "sums");
        assertThat(enqueued.status()).isZero();
        String job = enqueued.out().strip();
        await().until(() -> home.run("job", "show", job, "--json").out().contains("SUCCEEDED"));
        assertThat(home.run("job", "show", job, "--json").out()).contains("\"result\" : 42");
    }

    @Test
    void without_an_orchestrator_the_executors_are_started_for_the_call(@TempDir Path other) {
        var nobody = new BatonHome(other);
        Ended ended = nobody.run("call", "--executors", executors(), "python#add", "1", "2");
        assertThat(ended.status()).as(ended.err()).isZero();
        assertThat(ended.out()).isEqualTo("3\n");
        assertThat(nobody.run("call", "python#add", "1", "2").err())
                .contains("expected an orchestrator, or executors to start here");
    }
}
