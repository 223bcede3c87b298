package dev.baton.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

class OutputIT extends SandboxTestBase {
    private static final int MEBIBYTE = 1 << 20;

    private final Recorder output = new Recorder();

    @Test
    void output_written_just_before_the_exit_is_handed_over_when_await_returns() throws Exception {
        try (Box box = open("a")) {
            for (int i = 0; i < 100; i++) {
                Recorder each = new Recorder();
                exit(shell(box, "echo first; echo second >&2; printf last", each));
                assertThat(each.stdout()).isEqualTo("first\nlast");
                assertThat(each.stderr()).isEqualTo("second\n");
            }
        }
    }

    @Test
    void output_of_a_command_that_was_killed_is_handed_over() throws Exception {
        try (Box box = open("a")) {
            exit(shell(box, "echo last words; kill -9 $$", output));
            assertThat(output.stdout()).isEqualTo("last words\n");
        }
    }

    @Test
    void a_hundred_megabytes_arrive_complete_and_in_order() throws Exception {
        AtomicLong sum = new AtomicLong();
        AtomicLong count = new AtomicLong();
        Output counting =
                (_, bytes, length) -> {
                    count.addAndGet(length);
                    for (int i = 0; i < length; i++) {
                        sum.set(sum.get() * 31 + bytes[i]);
                    }
                };
        try (Box box = open("a")) {
            assertThat(
                            exit(shell(box, "yes 0123456789abcdef | head -c 104857600", counting))
                                    .isSuccess())
                    .isTrue();
        }
        long expected = 0;
        byte[] line = "0123456789abcdef\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        for (int i = 0; i < 100 * MEBIBYTE; i++) {
            expected = expected * 31 + line[i % line.length];
        }
        assertThat(count.get()).isEqualTo(100L * MEBIBYTE);
        assertThat(sum.get()).isEqualTo(expected);
    }

    @Test
    void whoever_catches_up_has_been_given_all_that_was_printed_before() throws Exception {
        String script = "while read -r n; do echo $n; echo $n >&2; : > said-$n; done";
        try (Box box = open("a")) {
            Conversing command = box.converse(List.of("sh", "-c", script), ".", output);
            for (int i = 1; i <= 300; i++) {
                command.input().write((i + "\n").getBytes(StandardCharsets.US_ASCII));
                command.input().flush();
                Path said = temporary.resolve("boxes/a/said-" + i);
                while (!Files.exists(said)) {
                    Thread.onSpinWait();
                }
                command.catchUp();
                assertThat(output.stdout()).endsWith(i + "\n");
                assertThat(output.stderr()).endsWith(i + "\n");
            }
            command.input().close();
            exit(command);
            command.catchUp();
            assertThat(output.stdout().lines()).hasSize(300);
        }
    }

    @Test
    void catching_up_with_a_command_that_never_stops_printing_takes_no_longer() throws Exception {
        AtomicLong count = new AtomicLong();
        try (Box box = open("a")) {
            Running running = shell(box, "yes", (_, _, length) -> count.addAndGet(length));
            for (int i = 0; i < 1_000; i++) {
                running.catchUp();
            }
            while (count.get() < MEBIBYTE) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void a_background_process_does_not_hold_up_the_command_and_goes_on_printing() throws Exception {
        try (Box box = open("a")) {
            Exit exit =
                    exit(
                            shell(
                                    box,
                                    "(while [ ! -e go ]; do sleep 0.01; done; echo later; sleep 60) &"
                                            + " echo now",
                                    output));
            assertThat(exit.isSuccess()).isTrue();
            assertThat(output.stdout()).isEqualTo("now\n");
            exit(box.start(List.of("touch", "go"), ".", output));
            output.awaitLine("later");
        }
    }

    @Test
    void a_background_process_that_never_stops_printing_does_not_hold_up_the_command()
            throws Exception {
        Output ignoring = (_, _, _) -> {};
        try (Box box = open("a")) {
            assertThat(exit(shell(box, "yes & echo started", ignoring)).isSuccess()).isTrue();
        }
    }

    @Test
    void what_was_printed_before_the_end_of_a_box_is_handed_over_by_then() throws Exception {
        try (Box box = open("a")) {
            Running running =
                    shell(
                            box,
                            "trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.01; done",
                            output);
            output.awaitLine("up");
            box.end(LONG);
            assertThat(output.stdout()).isEqualTo("up\nbye\n");
            assertThat(running.await(Duration.ZERO)).contains(new Exit(0));
        }
    }

    @Test
    void who_does_not_take_the_output_holds_the_command_back_and_loses_nothing() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        AtomicLong count = new AtomicLong();
        Output slow =
                (_, _, length) -> {
                    awaitUninterruptibly(taken);
                    count.addAndGet(length);
                };
        try (Box box = open("a")) {
            Running running = shell(box, "yes | head -c 1048576", slow);
            assertThat(running.await(Duration.ofMillis(100))).isEmpty();
            taken.countDown();
            assertThat(exit(running).isSuccess()).isTrue();
            assertThat(count.get()).isEqualTo(MEBIBYTE);
        }
    }

    @Test
    void who_refuses_the_output_does_not_disturb_the_command() throws Exception {
        Output refusing =
                (_, _, _) -> {
                    throw new IllegalStateException("no more room");
                };
        try (Box box = open("a")) {
            assertThat(exit(shell(box, "yes | head -c 1048576", refusing)).isSuccess()).isTrue();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
