package dev.baton.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class BubblewrapIT extends SandboxTestBase {
    private static final Exit OK = new Exit(0);

    private final Recorder output = new Recorder();

    @BeforeEach
    void bubblewrapIsAllowedHere() {
        assumeTrue(sandbox.available().contains(Isolation.BUBBLEWRAP));
    }

    @Test
    void only_the_directory_of_the_box_can_be_written() throws Exception {
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        try (Box box = open("a", Isolation.BUBBLEWRAP)) {
            assertThat(exit(shell(box, "echo mine > file", output)).isSuccess()).isTrue();
            assertThat(exit(shell(box, "echo x > /etc/x", output)).isSuccess()).isFalse();
            assertThat(exit(shell(box, "echo x > " + outside + "/x", output)).isSuccess())
                    .isFalse();
        }
        assertThat(temporary.resolve("boxes/a/file")).hasContent("mine");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void the_commands_of_a_box_share_a_temporary_directory_that_goes_with_it() throws Exception {
        try (Box box = open("a", Isolation.BUBBLEWRAP)) {
            exit(shell(box, "echo kept > /tmp/baton-test-file", output));
            exit(shell(box, "cat /tmp/baton-test-file", output));
        }
        assertThat(output.stdout()).isEqualTo("kept\n");
        assertThat(Path.of("/tmp/baton-test-file")).doesNotExist();
        try (Box box = open("a", Isolation.BUBBLEWRAP)) {
            assertThat(exit(shell(box, "test -e /tmp/baton-test-file", output)).isSuccess())
                    .isFalse();
        }
    }

    @Test
    void other_processes_cannot_be_seen_or_ended() throws Exception {
        try (Box other = open("other");
                Box box = open("a", Isolation.BUBBLEWRAP)) {
            Running running = other.start(List.of("sleep", "300"), ".", output);
            assertThat(exit(shell(box, "kill -9 " + running.pid(), output)).isSuccess()).isFalse();
            exit(shell(box, "ls -d /proc/[0-9]* | wc -l", output));
            assertThat(Integer.parseInt(output.stdout().trim())).isLessThan(8);
            assertThat(Machine.isAlive((int) running.pid())).isTrue();
        }
    }

    @Test
    void a_command_says_how_it_ended_and_where_it_runs() throws Exception {
        try (Box box = open("a", Isolation.BUBBLEWRAP)) {
            Files.createDirectory(temporary.resolve("boxes/a/deep"));
            assertThat(exit(box.start(List.of("sh", "-c", "pwd; exit 7"), "deep", output)))
                    .isEqualTo(new Exit(7));
            assertThat(exit(box.start(List.of("no-such-thing"), ".", output)))
                    .isEqualTo(new Exit(127));
        }
        assertThat(output.stdout().trim()).endsWith("boxes/a/deep");
    }

    @Test
    void a_background_process_lives_on_until_the_box_is_closed() throws Exception {
        try (Box box = open("a", Isolation.BUBBLEWRAP)) {
            exit(
                    shell(
                            box,
                            "setsid sh -c 'while [ ! -e go ]; do sleep 0.01; done; echo later; sleep 300' &",
                            output));
            exit(shell(box, "touch go", output));
            output.awaitLine("later");
        }
    }

    @Test
    void a_grace_is_given_before_the_wrap_is_torn_down() throws Exception {
        try (Box box = open("a", Isolation.BUBBLEWRAP)) {
            Running running =
                    shell(
                            box,
                            "trap 'sleep 0.2; echo clean > done; exit 3' TERM; echo up;"
                                    + " while :; do sleep 0.01; done",
                            output);
            output.awaitLine("up");
            box.end(LONG);
            assertThat(exit(running)).isEqualTo(new Exit(3));
        }
        assertThat(temporary.resolve("boxes/a/done")).hasContent("clean");
    }

    @Test
    void a_wrapped_box_is_killed_when_its_time_is_over() throws Exception {
        Box box = open("a", Isolation.BUBBLEWRAP);
        Running running = shell(box, "trap '' TERM; echo up; while :; do sleep 0.05; done", output);
        output.awaitLine("up");
        box.fence(java.time.Duration.ofMillis(100));
        assertThat(exit(running)).isEqualTo(new Exit(137));
    }

    @Test
    void without_network_a_listener_of_the_machine_cannot_be_reached_and_one_of_the_box_can()
            throws Exception {
        assumeTrue(sandbox.available().contains(Isolation.NO_NETWORK));
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Box box = open("a", Isolation.NO_NETWORK);
                Box connected = open("b", Isolation.BUBBLEWRAP)) {
            String reach = "exec 3<>/dev/tcp/127.0.0.1/" + listener.getLocalPort();
            assertThat(exit(bash(connected, reach)).isSuccess()).isTrue();
            assertThat(exit(bash(box, reach)).isSuccess()).isFalse();
            assertThat(exit(bash(box, "test $(grep -c : /proc/net/dev) = 1"))).isEqualTo(OK);
            assertThat(exit(bash(box, "grep -q ' lo:\\|^ *lo:' /proc/net/dev"))).isEqualTo(OK);
            assertThat(
                            exit(
                                    bash(
                                            box,
                                            "python3 -c 'import socket; s = socket.create_server((\"127.0.0.1\", 0)); socket.create_connection(s.getsockname())'")))
                    .isEqualTo(OK);
        }
    }

    private Running bash(Box box, String script) {
        return box.start(List.of("bash", "-c", script), ".", output);
    }
}
