package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.process.BatonProcess;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Steps and calls from beginning to end, with every process as talkative as it can be: no token and no lease is in what is printed,
/// served, handed to executors, or left in files that are not for them.
@Timeout(180)
class LeaksIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Pattern LEASE = Pattern.compile("lease_[A-Za-z0-9_-]{20,}");

    @TempDir private Path directory;
    private final Queue<String> printed = new ConcurrentLinkedQueue<>();

    /// What was seen, by where it was seen.
    private final Map<String, String> seen = new LinkedHashMap<>();

    private final List<String> tokens = new ArrayList<>();

    @Test
    void no_token_and_no_lease_is_printed_served_or_handed_on_while_jobs_and_calls_are_done()
            throws Exception {
        Path data = Files.createDirectories(directory.resolve("server"));
        try (var server =
                new ServerProcess(
                        start("server", "Listening on ", "--port=0", "--data=" + data), data)) {
            Api user = server.with("user", "someone");
            String token = server.with("runner", "r1").token();
            tokens.addAll(List.of(user.token(), server.admin().token(), token));
            assertThat(tokens).allSatisfy(each -> assertThat(leaksIn(each)).isNotEmpty());

            try (BatonProcess runner = startRunner(server, token)) {
                List<String> jobs = work(user);
                lookAt(runner);
                lookAt(server, user, jobs);
                runner.stop();
            }
            lookAtAnotherRunner(server, user);
        }
        seen.put("what was printed", String.join("\n", printed));
        lookAtFiles(directory.resolve("r1"));

        assertThat(seen.get("what was printed"))
                .contains(
                        "token issued",
                        "executor process is ready",
                        "job ended",
                        "cancel requested");
        seen.forEach((where, text) -> assertThat(leaksIn(text)).as(where).isEmpty());
    }

    /// One after the other, since a crash takes others with it; each ends in its own way.
    private static List<String> work(Api user) {
        var jobs = new ArrayList<String>();
        jobs.add(ended(user, submit(user, "\"steps\":[\"env; echo $0 $@\"]")));
        jobs.add(ended(user, call(user, "python#echo", "\"hello\"")));
        jobs.add(ended(user, call(user, "python#fail", "\"no\"")));
        jobs.add(ended(user, call(user, "python#crash", "")));
        jobs.add(ended(user, call(user, "python#nobody", "")));
        String endless = call(user, "python#sleep", "3600");
        user.awaitEvent(endless, "ACKNOWLEDGED", 1);
        user.cancel(endless);
        jobs.add(ended(user, endless));
        assertThat(jobs)
                .extracting(user::status)
                .containsExactly(
                        "SUCCEEDED", "SUCCEEDED", "FAILED", "FAILED", "FAILED", "CANCELED");
        return jobs;
    }

    private static String ended(Api user, String job) {
        user.awaitEvent(job, "FINISHED", 1);
        return job;
    }

    private static String call(Api user, String function, String arguments) {
        return submit(
                user,
                """
                "function":{"name":"%s","args":[%s]},"retry":{"max_attempts":2,"backoff":{"first_seconds":0.01}}"""
                        .formatted(function, arguments));
    }

    private static String submit(Api user, String work) {
        return user.post("/v1/runs", "{\"jobs\":[{\"name\":\"job\",%s}]}".formatted(work))
                .json()
                .get("jobs")
                .get(0)
                .get("id")
                .stringValue();
    }

    private BatonProcess start(String verb, String ready, String... options) {
        var arguments = new ArrayList<>(List.of(verb, "--set=log.level=trace"));
        arguments.addAll(List.of(options));
        return TestBaton.start(directory, "256m", ready, arguments, printed::add);
    }

    private BatonProcess startRunner(ServerProcess server, String token) throws IOException {
        Path file = Files.writeString(directory.resolve("token"), token);
        Path executors = Path.of("..", "examples", "executors", "executors.toml");
        return start(
                "runner",
                "Runner ",
                "--server=" + server.address(),
                "--token-file=" + file,
                "--id=r1",
                "--data=" + directory.resolve("r1"),
                "--executors=" + executors.toAbsolutePath(),
                "--set=runner.kill_grace=1s");
    }

    private void lookAt(ServerProcess server, Api user, List<String> jobs) {
        for (String job : jobs) {
            for (String view : List.of("", "/audit", "/result", "/log")) {
                see(user, "/v1/jobs/" + job + view);
            }
        }
        for (String path : List.of("/v1/jobs", "/v1/dead-letters", "/v1/runners", "/metrics")) {
            see(user, path);
        }
        see(server.admin(), "/v1/tokens");
    }

    private void see(Api who, String path) {
        seen.put(path, who.get(path).body());
    }

    /// What everybody on the machine can see of processes, and what executors are given.
    private void lookAt(BatonProcess runner) {
        var processes = Stream.concat(Stream.of(runner.handle()), runner.handle().descendants());
        for (ProcessHandle process : processes.toList()) {
            Path files = Path.of("/proc", Long.toString(process.pid()));
            seen.put("the command of " + process, read(files.resolve("cmdline")));
            if (process.pid() != runner.handle().pid()) {
                seen.put("the environment of " + process, read(files.resolve("environ")));
            }
        }
        assertThat(seen.toString()).contains("RRQ_EXECUTOR_SOCKET=");
    }

    /// @return nothing, if the process has ended
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }

    /// Someone who shows a lease that is not theirs, and is told so. By the way: a lease is found where there is one.
    private void lookAtAnotherRunner(ServerProcess server, Api user) {
        String job = submit(user, "\"steps\":[\"true\"]");
        Api other = server.with("runner", "r2");
        tokens.add(other.token());
        var lease = HeldLease.take(other, "r2");
        assertThat(leaksIn(lease.granted().toString())).isNotEmpty();
        var thief = new HeldLease(other, "r3", lease.granted());
        seen.put("the answer to a thief", thief.complete().text("reason"));
        lease.ack();
        lease.complete();
        see(user, "/v1/jobs/%s/audit".formatted(job));
        await().atMost(LONGEST).until(() -> user.status(job).equals("SUCCEEDED"));
    }

    private void lookAtFiles(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                seen.put(file.toString(), read(file));
            }
        }
    }

    private List<String> leaksIn(String text) {
        var found = new ArrayList<String>();
        tokens.stream().filter(text::contains).forEach(found::add);
        LEASE.matcher(text).results().forEach(lease -> found.add(lease.group()));
        return found;
    }
}
