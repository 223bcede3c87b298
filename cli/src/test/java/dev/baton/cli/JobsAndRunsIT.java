package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.BatonHome.Ended;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `baton job` and `baton runs`, for one or several ids, against a `baton up`.
class JobsAndRunsIT {
    @TempDir private static Path directory;
    private static BatonHome home;
    private static BatonHome.Started up;

    @BeforeAll
    static void start() {
        home = new BatonHome(directory);
        up =
                home.up(
                        "--capacity=4",
                        "--set=limits.content_bytes=1536KiB",
                        "--executors",
                        Path.of("../examples/executors/executors.toml")
                                .toAbsolutePath()
                                .toString());
    }

    @AfterAll
    static void stop() {
        up.close();
    }

    /// Submits a script, and returns the ids of its run and its job.
    private static List<String> detached(String script, String... options) {
        var arguments = new ArrayList<>(List.of("run", "-d", "--no-workspace"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--", "sh", "-c", script));
        String out = home.run(arguments.toArray(String[]::new)).out();
        return List.of(out.substring(0, out.indexOf('\n')), BatonHome.between(out, "\n", " "));
    }

    @Test
    void artifacts_are_listed_fetched_and_never_overwritten_unasked() throws IOException {
        String job =
                detached("mkdir -p out; printf abc > out/ü.txt", "--artifact", "r=out/*").getLast();
        assertThat(home.run("job", "wait", job)).isEqualTo(new Ended(0, job + " SUCCEEDED\n", ""));
        assertThat(home.run("job", "artifacts", job).out()).contains("out/ü.txt", "3", "ba7816bf");
        Ended wrong = home.run("job", "download", job, "out/u.txt");
        assertThat(wrong.status()).isEqualTo(1);
        assertThat(wrong.err()).contains("did you mean out/ü.txt?");

        Ended fetched = home.run("job", "download", job, "--to", "got");
        assertThat(fetched).isEqualTo(new Ended(0, "got/out/ü.txt (3 bytes)\n", ""));
        Path file = home.work().resolve("got/out/ü.txt");
        assertThat(file).hasContent("abc");
        Files.writeString(file, "mine");
        Ended again = home.run("job", "download", job, "--to", "got");
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err()).isEqualTo("baton: 'got/out/ü.txt' is there already\n");
        assertThat(file).hasContent("mine");
        assertThat(home.run("job", "download", job, "--to", "got", "--force").status()).isZero();
        assertThat(file).hasContent("abc");
    }

    @Test
    void several_jobs_are_waited_for_and_one_that_is_not_there_does_not_keep_the_others() {
        String good = detached("true").getLast();
        String bad = detached("exit 3").getLast();
        String slow = detached("sleep 300").getLast();
        Ended waited = home.run("job", "wait", good, "job_999999", bad);
        assertThat(waited.status()).isEqualTo(1);
        assertThat(waited.out()).isEqualTo("%s SUCCEEDED\n%s FAILED\n".formatted(good, bad));
        assertThat(waited.err()).isEqualTo("baton: job_999999 does not exist\n");
        assertThat(home.run("job", "wait", "--timeout", "1s", slow).status()).isEqualTo(124);
        assertThat(home.run("job", "wait", "--timeout", "soon", slow).status()).isEqualTo(2);

        JsonNode shown = json(home.run("job", "show", good, bad, "--json"));
        assertThat(shown.get(0).get("id").stringValue()).isEqualTo(good);
        assertThat(shown.get(1).get("id").stringValue()).isEqualTo(bad);
        Ended canceled = home.run("job", "cancel", slow, good);
        assertThat(canceled.status()).isEqualTo(1);
        assertThat(canceled.out()).startsWith(slow + " is CANCEL");
        assertThat(home.run("job", "retry", good, bad).out().lines()).hasSize(2);
        assertThat(home.run("job", "show", "a b").status()).isEqualTo(2);
    }

    @Test
    void a_call_is_shown_with_its_arguments_and_its_result() {
        String job = home.run("enqueue", "python#add", "1", "2").out().strip();
        assertThat(home.run("job", "wait", job).status()).isZero();
        assertThat(home.run("job", "result", job)).isEqualTo(new Ended(0, "3\n", ""));
        assertThat(home.run("job", "show", job).out())
                .contains("function   python#add", "args       [1,2]", "result     3");
        assertThat(home.run("job", "logs", job).err())
                .contains("nothing is known to be printed by this call");

        Ended failed = home.run("call", "python#fail", "bad day", "--max-attempts", "1");
        String dead = BatonHome.between(failed.err(), "baton: ", ":");
        assertThat(home.run("dead-letters", "show", dead).out())
                .contains("args       [\"bad day\"]", "\"message\":\"bad day\"");
        assertThat(home.run("job", "result", dead))
                .isEqualTo(
                        new Ended(
                                1,
                                "",
                                "baton: %s: failed: RuntimeError: bad day\n".formatted(dead)));
        String queued = home.run("enqueue", "nowhere#f").out().strip();
        Ended early = home.run("job", "result", queued);
        assertThat(early.status()).isEqualTo(1);
        assertThat(early.err()).contains("is QUEUED: there is no result yet");
        assertThat(home.run("job", "show", queued).out()).contains("QUEUED, waits for a runner");
        home.run("job", "cancel", queued);
        assertThat(home.run("job", "result", queued))
                .isEqualTo(
                        new Ended(
                                130, "", "baton: %s: canceled: JOB_CANCELED\n".formatted(queued)));
    }

    @Test
    void a_run_is_shown_watched_canceled_and_run_again() throws IOException {
        Files.writeString(
                home.work().resolve("two.yaml"),
                """
                name: two
                labels: {branch: main}
                jobs:
                  good: {steps: echo fine, gate: {key: one, limit: 1}}
                  bad: {steps: exit 3}
                """);
        String run =
                home.run("run", "-d", "--no-workspace", "-f", "two.yaml")
                        .out()
                        .lines()
                        .findFirst()
                        .orElseThrow();
        Ended watched = home.run("runs", "watch", run);
        assertThat(watched.status()).isEqualTo(1);
        assertThat(watched.out()).isEqualTo("good | fine\n");
        assertThat(watched.err()).contains("1 of 2 jobs succeeded");
        assertThat(home.run("runs", "show", run).out())
                .contains("two", "branch=main", "1 succeeded, 1 failed", "good", "bad");
        JsonNode shown = json(home.run("runs", "show", run, "--json"));
        assertThat(shown.get("labels").get("branch").stringValue()).isEqualTo("main");
        assertThat(shown.get("job_list").get(0).get("gate").stringValue()).isEqualTo("one");

        List<String> again = home.run("runs", "rerun", run, "--failed").out().lines().toList();
        assertThat(again).hasSize(2);
        assertThat(again.getLast()).endsWith(" bad");
        String slow = detached("sleep 300").getFirst();
        Ended canceled = home.run("runs", "cancel", slow, "run_999999", run);
        assertThat(canceled.status()).isEqualTo(1);
        assertThat(canceled.out())
                .contains(slow + ": ", run + ": 0 canceled, 0 being canceled, 2 were over");
        assertThat(home.run("runs", "watch", slow).status()).isEqualTo(130);
    }

    @Test
    void who_only_looks_on_and_goes_away_cancels_nothing() throws IOException {
        List<String> ids =
                detached(
                        "echo on; while [ ! -e '%s' ]; do echo more; sleep 0.05; done"
                                .formatted(home.root().resolve("go")));
        try (var logs = home.start("job", "logs", "-f", ids.getLast())) {
            logs.awaitOut("on\n");
            logs.closeOut();
            assertThat(logs.await().status()).isEqualTo(141);
        }
        Files.createFile(home.root().resolve("go"));
        assertThat(home.run("job", "wait", ids.getLast()).status()).isZero();
    }

    @Test
    void standard_input_is_passed_on_when_asked_for_and_otherwise_mentioned() throws IOException {
        Files.writeString(home.work().resolve("file"), "of the workspace\n");
        assertThat(
                        home.runWith(
                                "piped\n",
                                "run",
                                "--stdin",
                                "--",
                                "sh",
                                "-c",
                                "cat; cat file; ls -a | grep stdin"))
                .isEqualTo(new Ended(1, "piped\nof the workspace\n", ""));
        assertThat(home.runWith("piped\n", "run", "-i", "--no-workspace", "--", "cat"))
                .isEqualTo(new Ended(0, "piped\n", ""));
        assertThat(home.runWith("", "run", "-i", "--no-workspace", "--", "cat"))
                .isEqualTo(new Ended(0, "", ""));
        Ended silent = home.runWith("piped\n", "run", "--no-workspace", "--", "cat");
        assertThat(silent.out()).isEmpty();
        assertThat(silent.err())
                .isEqualTo(
                        "baton: standard input is not passed on; `baton run --stdin` passes up to 1 MiB of it\n");
        Ended much =
                home.runWith("x".repeat((1 << 20) + 1), "run", "-i", "--no-workspace", "--", "cat");
        assertThat(much.status()).isEqualTo(2);
        assertThat(much.err()).contains("--stdin: expected at most 1024 KiB");
    }

    @Test
    void a_file_over_the_limit_is_named() throws IOException {
        Path files = Files.createDirectories(home.root().resolve("large"));
        Files.write(files.resolve("huge.bin"), new byte[64 << 20]);
        Files.writeString(files.resolve("small"), "s");
        Ended ended = home.run("run", "--dir", files.toString(), "--", "true");
        assertThat(ended.status()).isIn(2, 125);
        assertThat(ended.err())
                .contains("'huge.bin' with 67,108,864 bytes", "limits.content_bytes");
    }

    private static JsonNode json(Ended ended) {
        return JsonMapper.shared().readTree(ended.out());
    }
}
