package dev.baton.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.worker.Capability;
import dev.baton.worker.LineReader;
import dev.baton.worker.SupervisorMessage;
import dev.baton.worker.SupervisorMessage.GracefulTermination;
import dev.baton.worker.SupervisorTalk;
import dev.baton.worker.SupervisorTalk.Standing;
import dev.baton.worker.Talk;
import dev.baton.worker.Verdict;
import dev.baton.worker.WorkerMessage;
import dev.baton.worker.WorkerTalk;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The specification of the worker protocol, sentence by sentence. What only gives reasons, or names other implementations, is left out.
class WorkerSpecIT {
    private static final Set<Capability> ALL = EnumSet.allOf(Capability.class);
    private static final String HELLO_TERMINATION =
            "echo '~{\"type\":\"hello\",\"capabilities\":[\"graceful-termination\",\"shutdown\"]}'\n";

    @TempDir private Path directory;
    private WorkersUnderSupervision workers;

    @BeforeEach
    void open() {
        workers = new WorkersUnderSupervision(directory);
    }

    @AfterEach
    void close() {
        workers.close();
    }

    @Test
    @DisplayName(
            "\"This is a line-based protocol that runs over the worker's stdin/stdout files.\"")
    void over_stdin_and_stdout() throws Exception {
        workers.start(
                "read -r line; echo \"read $line\"; echo '~{\"type\":\"hello\",\"capabilities\":[]}'");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).startsWith("read ~{\"type\":\"welcome\"");
        assertThat(workers.count("messages")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "\"Each message is in the form of a newline-terminated line of the form ~{...} with the {...} being a"
                    + " JSON encoding of the message containing at least a `type` property, as described below.\"")
    void a_line_with_a_type() {
        var supervisor = new Heard<WorkerMessage>();
        read(
                new SupervisorTalk(ALL, true),
                supervisor,
                "~{\"type\":\"shutdown\"}\n~{\"kind\":\"shutdown\"}\n~{\"type\":\"shutdown\"}");
        assertThat(supervisor.acts).containsExactly(new WorkerMessage.Shutdown());
        assertThat(supervisor.text())
                .isEqualTo("~{\"kind\":\"shutdown\"}\n~{\"type\":\"shutdown\"}");
    }

    @Test
    @DisplayName(
            "\"Any line that does not match this pattern is output to the receiving process's stdout in the expectation"
                    + " that it will be fed to a log aggregator.\"")
    void other_lines_are_output() throws Exception {
        workers.start("echo 'plain text'; echo '~not a message'; printf 'no newline'");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).isEqualTo("plain text\n~not a message\nno newline");
    }

    @Test
    @DisplayName("\"Note that stderr is not included in the protocol.\"")
    void stderr_is_not_included() throws Exception {
        workers.start("echo '~{\"type\":\"hello\",\"capabilities\":[]}' >&2");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.err()).isEqualTo("~{\"type\":\"hello\",\"capabilities\":[]}\n");
        assertThat(workers.count("messages")).isZero();
    }

    @Test
    @DisplayName(
            "\"On startup, start-worker writes a message with type `welcome`, containing an array of capabilities it"
                    + " supports.\"")
    void welcome_names_the_capabilities() throws Exception {
        workers.start("read -r line; echo \"read $line\"");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out())
                .contains(
                        "\"type\":\"welcome\",\"capabilities\":[\"shutdown\",\"graceful-termination\"");
    }

    @Test
    @DisplayName(
            "\"The worker should read this message and reply with `hello`, containing an array of capabilities that is a"
                    + " subset of that provided by start-worker.\"")
    void hello_is_a_subset() {
        var talk = new WorkerTalk(ALL);
        read(
                talk,
                new Heard<>(),
                "~{\"type\":\"welcome\",\"capabilities\":[\"ping\",\"teleport\"]}\n");
        assertThat(new String(talk.hello().orElseThrow(), StandardCharsets.UTF_8))
                .isEqualTo("~{\"type\":\"hello\",\"capabilities\":[\"ping\"]}\n");
    }

    @Test
    @DisplayName(
            "\"The capabilities in the `hello` message become the capabilities for this run, and no messages or"
                    + " functionality not associated with those capabilities can be used by either process.\"")
    void only_what_was_agreed_on_can_be_used() {
        var talk = new SupervisorTalk(ALL, false);
        var heard = new Heard<WorkerMessage>();
        read(
                talk,
                heard,
                "~{\"type\":\"hello\",\"capabilities\":[\"log\"]}\n~{\"type\":\"shutdown\"}\n");
        assertThat(talk.standing()).isEqualTo(new Standing.Agreed(Set.of(Capability.LOG)));
        assertThat(heard.ignored).hasSize(1);
        assertThat(talk.line(new GracefulTermination(true, null))).isEmpty();
    }

    @Test
    @DisplayName("\"That array may be empty, indicating no capabilities.\"")
    void no_capabilities() {
        var talk = new SupervisorTalk(ALL, false);
        read(talk, new Heard<>(), "~{\"type\":\"hello\",\"capabilities\":[]}\n");
        assertThat(talk.standing()).isEqualTo(new Standing.Agreed(Set.of()));
    }

    @Test
    @DisplayName(
            "\"Since all messages aside from `welcome` and `hello` are associated with a capability, the simplest valid"
                    + " implementation of a worker is simply to write ~{\"type\": \"hello\", \"capabilities\": []} on startup"
                    + " and nothing more.\"")
    void the_simplest_worker() throws Exception {
        workers.start("echo '~{\"type\": \"hello\", \"capabilities\": []}'");
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out()).isEmpty();
        assertThat(workers.count("refused") + workers.count("invalid")).isZero();
    }

    @Test
    @DisplayName(
            "\"If a worker is run outside of a taskcluster-worker-runner context, it will never see the `welcome` message"
                    + " and thus never write `hello` or any other message.\"")
    void a_worker_alone_is_silent() {
        var talk = new WorkerTalk(ALL);
        read(talk, new Heard<>(), "whatever comes\n");
        assertThat(talk.hello()).isEmpty();
        assertThat(talk.line(new WorkerMessage.Shutdown())).isEmpty();
    }

    @Test
    @DisplayName(
            "\"A connection is considered \\\"initialized\\\" on the `hello` message has been sent (on a worker) or"
                    + " received (on start-worker). Before the connection is initialized, the connection's capabilities are"
                    + " unknown, so protocol users should wait until initialization before querying capabilities.\"")
    void initialized_by_hello() {
        var talk = new SupervisorTalk(ALL, false);
        assertThat(talk.standing()).isEqualTo(new Standing.AwaitingHello());
        assertThat(talk.has(Capability.LOG)).isFalse();
        read(talk, new Heard<>(), "~{\"type\":\"hello\",\"capabilities\":[\"log\"]}\n");
        assertThat(talk.has(Capability.LOG)).isTrue();
    }

    @Test
    @DisplayName(
            "\"When worker-runner receives this message, and the provider supports it, it will invoke the function"
                    + " `RemoveWorker` from worker-manager. If the function fails, then we initiate a system shutdown.\"")
    void shutdown_falls_back_to_the_system() throws Exception {
        workers.start(
                HELLO_TERMINATION + "read -r w; echo '~{\"type\": \"shutdown\"}'; read -r line",
                "exit.remove_runner = true",
                "exit.shutdown = [\"sh\", \"-c\", \"echo the system shuts down\"]",
                "notice.orchestrator = false",
                "orchestrator.server = \"http://127.0.0.1:1\"",
                "orchestrator.token_file = \"worker.toml\"",
                "orchestrator.runner_id = \"r\"");
        assertThat(workers.awaitEnd()).isZero();
        await().until(() -> workers.out().contains("the system shuts down"));
    }

    @Test
    @DisplayName("\"This is a no response message.\"")
    void shutdown_gets_no_response() throws Exception {
        workers.start(
                "echo '~{\"type\":\"hello\",\"capabilities\":[\"shutdown\"]}'; read -r w\n"
                        + "echo '~{\"type\": \"shutdown\"}'; cat; echo nothing more",
                "termination.grace = \"500ms\"");
        workers.awaitEnd();
        assertThat(workers.out()).doesNotContain("~{");
    }

    @Test
    @DisplayName(
            "\"Graceful termination is initiated by a message from start-worker containing a `finish-tasks` property. If"
                    + " this property is true, the worker may take the time to finish any running tasks.\"")
    void finish_tasks_true() throws Exception {
        workers.start(HELLO_TERMINATION + "read -r w; echo up; read -r line; echo \"read $line\"");
        await().until(() -> workers.out().contains("up"));
        workers.terminate();
        assertThat(workers.awaitEnd()).isZero();
        assertThat(workers.out())
                .endsWith("read ~{\"type\":\"graceful-termination\",\"finish-tasks\":true}\n");
    }

    @Test
    @DisplayName(
            "\"If false, then shutdown is imminent and the worker should simply clean up and exit.\" \"There is no reponse"
                    + " message.\"")
    void finish_tasks_false() {
        var heard = new Heard<SupervisorMessage>();
        var talk = new WorkerTalk(ALL);
        read(
                talk,
                heard,
                """
                ~{"type":"welcome","capabilities":["graceful-termination"]}
                ~{"type": "graceful-termination", "finish-tasks": false}
                """);
        assertThat(heard.acts.getLast()).isEqualTo(new GracefulTermination(false, null));
    }

    private static <M> void read(Talk<M> talk, Heard<M> heard, String text) {
        var reader = new LineReader<>(talk, heard);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        reader.feed(bytes, 0, bytes.length);
        reader.end();
    }

    private static final class Heard<M> implements LineReader.Ears<M> {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private final List<M> acts = new ArrayList<>();
        private final List<Verdict<M>> ignored = new ArrayList<>();

        @Override
        public void text(byte[] bytes, int from, int to) {
            text.write(bytes, from, to - from);
        }

        @Override
        public void heard(Verdict<M> verdict) {
            switch (verdict) {
                case Verdict.Act<M> act -> acts.add(act.message());
                case Verdict.Ignore<M> _ -> ignored.add(verdict);
            }
        }

        String text() {
            return text.toString(StandardCharsets.UTF_8);
        }
    }
}
