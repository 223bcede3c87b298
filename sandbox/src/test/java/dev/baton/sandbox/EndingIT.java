package dev.baton.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class EndingIT extends SandboxTestBase {
    /// Leaves its session and its parent, as daemons do.
    private static final String DAEMON = "setsid sh -c 'sleep 300 & echo $!' &";

    /// In addition, forgets its environment.
    private static final String NAMELESS_DAEMON =
            "env -i setsid sh -c '/bin/sleep 300 & echo $!' &";

    private final Recorder output = new Recorder();

    @Test
    void what_a_closed_box_left_is_killed_while_others_are_open() throws Exception {
        Box other = open("other");
        Running running = shell(other, "sleep 300", output);
        int stray = stray(instance());
        Machine.awaitGone(stray);
        assertThat(running.await(Duration.ZERO)).isEmpty();
        other.close();
    }

    @Test
    void everything_that_a_command_started_is_gone_with_its_box() throws Exception {
        int background;
        try (Box box = open("a")) {
            exit(shell(box, "sleep 300 & echo $!", output));
            background = output.awaitPid();
            assertThat(Machine.isAlive(background)).isTrue();
        }
        assertThat(Machine.isListed(background)).isFalse();
    }

    @Test
    @Timeout(30)
    void a_process_that_goes_on_without_its_first_thread_is_gone_with_its_box() throws Exception {
        int headless;
        try (Box box = open("a")) {
            shell(box, Machine.HEADLESS, output);
            headless = output.awaitPid();
            Machine.awaitHeadless(headless);
        }
        assertThat(Machine.isListed(headless)).isFalse();
    }

    @Test
    void a_daemon_that_left_its_session_is_gone_with_its_box() throws Exception {
        int daemon;
        try (Box box = open("a")) {
            exit(shell(box, DAEMON, output));
            daemon = output.awaitPid();
        }
        assertThat(Machine.isListed(daemon)).isFalse();
    }

    @Test
    void a_daemon_that_also_cleared_its_environment_is_gone_with_its_box() throws Exception {
        int daemon;
        try (Box box = open("a")) {
            exit(shell(box, NAMELESS_DAEMON, output));
            daemon = output.awaitPid();
        }
        assertThat(Machine.isListed(daemon)).isFalse();
    }

    @Test
    void a_daemon_that_two_boxes_may_have_started_is_gone_at_the_latest_with_the_second()
            throws Exception {
        int daemon;
        try (Box first = open("first")) {
            try (Box second = open("second")) {
                exit(shell(second, NAMELESS_DAEMON, output));
                daemon = output.awaitPid();
            }
            exit(shell(first, "true", output));
        }
        assertThat(Machine.isListed(daemon)).isFalse();
    }

    @Test
    void
            a_daemon_that_names_a_box_which_is_not_open_is_gone_with_the_last_that_may_have_started_it()
                    throws Exception {
        int daemon;
        try (Box first = open("first")) {
            exit(shell(first, "true", output));
            try (Box second = open("second")) {
                exit(shell(second, "export BATON_BOX=closed; " + DAEMON, output));
                daemon = output.awaitPid();
            }
        }
        assertThat(Machine.isListed(daemon)).isFalse();
    }

    @Test
    void a_daemon_that_two_boxes_may_have_started_is_gone_when_both_end_at_once() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 50; round++) {
                Recorder printed = new Recorder();
                Box first = open("first-" + round);
                Box second = open("second-" + round);
                exit(shell(first, "true", output));
                exit(shell(second, NAMELESS_DAEMON, printed));
                int daemon = printed.awaitPid();
                var together = new CyclicBarrier(2);
                List<Future<?>> endings = new ArrayList<>();
                for (Box box : List.of(first, second)) {
                    endings.add(
                            threads.submit(
                                    () -> {
                                        together.await();
                                        box.close();
                                        return box;
                                    }));
                }
                for (Future<?> ending : endings) {
                    ending.get();
                }
                assertThat(Machine.isListed(daemon)).as("round %d", round).isFalse();
            }
        }
    }

    @Test
    void a_daemon_is_not_left_to_a_box_that_never_starts_anything() throws Exception {
        try (Box _ = open("idle")) {
            int daemon;
            try (Box box = open("a")) {
                exit(shell(box, NAMELESS_DAEMON, output));
                daemon = output.awaitPid();
            }
            assertThat(Machine.isListed(daemon)).isFalse();
        }
    }

    @Test
    void one_box_does_not_end_the_processes_of_another() throws Exception {
        Recorder others = new Recorder();
        try (Box other = open("other")) {
            exit(shell(other, DAEMON, others));
            Running running = other.start(List.of("sleep", "300"), ".", others);
            int daemon = others.awaitPid();
            try (Box box = open("a")) {
                exit(shell(box, DAEMON, output));
                output.awaitPid();
            }
            assertThat(Machine.isAlive(daemon)).isTrue();
            assertThat(running.await(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void a_process_that_this_one_started_by_itself_is_of_no_box() throws Exception {
        try (Box box = open("a")) {
            Process own = new ProcessBuilder("setsid", "sleep", "300").start();
            try {
                exit(shell(box, DAEMON, output));
                output.awaitPid();
                box.end(Duration.ZERO);
                assertThat(own.isAlive()).isTrue();
            } finally {
                own.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void a_grace_is_given_to_those_who_clean_up() throws Exception {
        try (Box box = open("a")) {
            Running running =
                    shell(
                            box,
                            "trap 'sleep 0.3; echo clean > done; exit 3' TERM; echo up;"
                                    + " while :; do sleep 0.01; done",
                            output);
            output.awaitLine("up");
            box.end(LONG);
            assertThat(exit(running)).isEqualTo(new Exit(3));
            assertThat(temporary.resolve("boxes/a/done")).hasContent("clean");
        }
    }

    @Test
    void who_ignores_the_request_is_killed_when_the_grace_is_over() throws Exception {
        try (Box box = open("a")) {
            Running running =
                    shell(box, "trap '' TERM; echo up; while :; do sleep 0.05; done", output);
            output.awaitLine("up");
            box.end(Duration.ofMillis(200));
            assertThat(exit(running)).isEqualTo(new Exit(137));
        }
    }

    @Test
    void a_daemon_is_asked_before_it_is_killed() throws Exception {
        try (Box box = open("a")) {
            exit(
                    shell(
                            box,
                            "setsid sh -c 'trap \"echo asked > asked; exit\" TERM; echo up;"
                                    + " while :; do sleep 0.01; done' &",
                            output));
            output.awaitLine("up");
            box.end(LONG);
        }
        assertThat(temporary.resolve("boxes/a/asked")).hasContent("asked");
    }

    @Test
    void a_stopped_process_is_ended_too() throws Exception {
        try (Box box = open("a")) {
            Running running = shell(box, "echo up; kill -STOP $$", output);
            output.awaitLine("up");
            box.end(LONG);
            assertThat(exit(running)).isEqualTo(new Exit(143));
        }
    }

    @Test
    void the_end_of_an_empty_box_takes_no_grace() throws Exception {
        Box box = open("a");
        exit(shell(box, "true", output));
        long before = System.nanoTime();
        box.end(Duration.ofDays(1));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(LONG);
    }

    @Test
    void closing_does_not_wait_for_a_grace_that_another_gives() throws Exception {
        Box box = open("a");
        shell(box, "trap '' TERM; echo up; while :; do sleep 0.05; done", output);
        output.awaitLine("up");
        Thread patient = Thread.startVirtualThread(() -> endUninterrupted(box));
        box.close();
        assertThat(patient.join(LONG)).isTrue();
    }

    @Test
    void who_is_interrupted_in_the_grace_can_still_close() throws Exception {
        Box box = open("a");
        Running running = shell(box, "trap '' TERM; echo up; while :; do sleep 0.05; done", output);
        output.awaitLine("up");
        Thread.currentThread().interrupt();
        assertThat(endIsInterrupted(box)).isTrue();
        box.close();
        assertThat(exit(running)).isEqualTo(new Exit(137));
    }

    @Test
    void a_fork_bomb_is_ended() throws Exception {
        // Each of at most a few hundred lives for 30 ms and leaves two others, in sessions of their
        // own; it would last for long.
        Path script = temporary.resolve("boxes/bomb");
        Files.createDirectories(temporary.resolve("boxes"));
        Files.writeString(
                script,
                """
                n=$1
                [ "$n" -gt 0 ] || exit 0
                echo "$n"
                sleep 0.03
                setsid sh "$0" $((n - 1)) &
                [ $((n % 8)) -ne 0 ] || setsid sh "$0" $((n - 1)) &
                exit 0
                """);
        int last;
        try (Box box = open("a")) {
            exit(box.start(List.of("sh", script.toString(), "2000"), ".", output));
            output.awaitLine("1980");
        }
        last = output.stdout().length();
        assertThat(output.stdout()).doesNotContain("\n1000\n");
        assertThat(last).isEqualTo(output.stdout().length());
    }

    @Test
    void a_process_that_keeps_running_away_from_itself_is_ended() throws Exception {
        // Each starts the next in a session of its own, and ends.
        Path script = temporary.resolve("runaway");
        Files.writeString(
                script,
                """
                [ "$1" -gt 0 ] || exit 0
                echo "$1"
                setsid sh "$0" $(($1 - 1)) &
                """);
        try (Box box = open("a")) {
            exit(box.start(List.of("sh", script.toString(), "20000"), ".", output));
            output.awaitLine("19990");
        }
        // That nobody is left is seen after each test.
        assertThat(output.stdout().lines()).doesNotContain("1");
    }

    @Test
    void many_boxes_at_once_end_their_own_and_only_their_own() throws Exception {
        int workers = 8;
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int worker = 0; worker < workers; worker++) {
                String name = "box-" + worker;
                running.add(
                        threads.submit(
                                () -> {
                                    for (int round = 0; round < 10; round++) {
                                        useBoxWithDaemon(name);
                                    }
                                    return true;
                                }));
            }
        }
        for (Future<?> each : running) {
            each.get();
        }
    }

    private void useBoxWithDaemon(String name) throws InterruptedException {
        Recorder printed = new Recorder();
        Running kept;
        int daemon;
        try (Box box = open(name)) {
            kept = box.start(List.of("sleep", "300"), ".", printed);
            exit(shell(box, DAEMON, printed));
            daemon = printed.awaitPid();
            // Long enough for others to end theirs.
            assertThat(kept.await(Duration.ofMillis(20))).isEmpty();
            assertThat(Machine.isAlive(daemon)).isTrue();
        }
        assertThat(Machine.isAlive(daemon)).isFalse();
        assertThat(exit(kept)).isEqualTo(new Exit(137));
    }

    @Test
    void orphans_that_ended_do_not_stay_as_zombies() throws Exception {
        try (Box box = open("a")) {
            exit(shell(box, "setsid sh -c 'sleep 0.05 & echo $!' &", output));
            int orphan = output.awaitPid();
            await().atMost(LONG).until(() -> !Machine.isListed(orphan));
        }
    }

    private static void endUninterrupted(Box box) {
        try {
            box.end(Duration.ofHours(1));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean endIsInterrupted(Box box) {
        try {
            box.end(Duration.ofHours(1));
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
