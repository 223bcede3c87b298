package dev.baton.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

class GuardianIT extends SandboxTestBase {
    /// A job, and a daemon that left its session; prints both.
    private static final String JOB = "setsid sleep 300 & echo $!; echo $$; exec sleep 300";

    /// The same, without the environment that would name them.
    private static final String NAMELESS_JOB =
            "env -i /usr/bin/setsid /bin/sleep 300 & echo $!; env -i /bin/sleep 300 & echo $!; exec env -i /bin/sleep 300";

    private static final Duration NO_FENCE = Duration.ZERO;

    private final Recorder output = new Recorder();
    private Path state;
    private Path directory;

    @BeforeEach
    void makeDirectories() throws IOException {
        state = temporary.resolve("other-state");
        directory = Files.createDirectory(temporary.resolve("directory"));
    }

    @Test
    void a_killed_runner_takes_its_boxes_with_it() throws Exception {
        try (BoxKeeper runner = BoxKeeper.start(state, directory, NO_FENCE, JOB)) {
            int daemon = runner.readPid();
            int job = runner.readPid();
            int guardian = guardianOf(state);
            Kernel.signal(runner.pid(), Signal.KILL);
            Machine.awaitGone(job);
            Machine.awaitGone(daemon);
            Machine.awaitGone(guardian);
            assertThat(instances()).isEmpty();
        }
    }

    @Test
    void a_killed_runner_takes_with_it_what_was_found_in_its_boxes_by_then() throws Exception {
        try (BoxKeeper runner = BoxKeeper.start(state, directory, NO_FENCE, NAMELESS_JOB)) {
            int daemon = runner.readPid();
            int background = runner.readPid();
            Path file = instances().getFirst().resolve("box.box");
            await().atMost(LONG)
                    .until(() -> Files.readString(file).contains("session " + daemon + " "));
            Kernel.signal(runner.pid(), Signal.KILL);
            Machine.awaitGone(daemon);
            Machine.awaitGone(background);
            await().atMost(LONG).until(() -> instances().isEmpty());
        }
    }

    @Test
    void a_killed_runner_takes_with_it_what_goes_on_without_its_first_thread() throws Exception {
        try (BoxKeeper runner = BoxKeeper.start(state, directory, NO_FENCE, Machine.HEADLESS)) {
            int headless = runner.readPid();
            Machine.awaitHeadless(headless);
            Kernel.signal(runner.pid(), Signal.KILL);
            Machine.awaitGone(headless);
            await().atMost(LONG).until(() -> instances().isEmpty());
        }
    }

    @Test
    void a_killed_runner_takes_its_boxes_with_it_though_its_files_are_gone() throws Exception {
        try (BoxKeeper runner = BoxKeeper.start(state, directory, NO_FENCE, JOB)) {
            int daemon = runner.readPid();
            int job = runner.readPid();
            int guardian = guardianOf(state);
            Kernel.signal(runner.pid(), Signal.STOP);
            Leftovers.delete(state);
            Kernel.signal(runner.pid(), Signal.KILL);
            Machine.awaitGone(job);
            Machine.awaitGone(daemon);
            Machine.awaitGone(guardian);
        }
    }

    @Test
    void a_killed_runner_takes_with_it_what_a_closed_box_left() throws Exception {
        try (BoxKeeper runner = BoxKeeper.start(state, directory, NO_FENCE, JOB)) {
            runner.readPid();
            int stray = stray(instances().getFirst().getFileName().toString());
            int guardian = guardianOf(state);
            Kernel.signal(runner.pid(), Signal.KILL);
            Machine.awaitGone(stray);
            Machine.awaitGone(guardian);
            assertThat(instances()).isEmpty();
        }
    }

    @Test
    void a_box_with_grace_goes_on_without_its_runner_for_as_long_and_no_longer() throws Exception {
        Duration grace = Duration.ofMillis(2500);
        try (BoxKeeper runner = BoxKeeper.start(state, directory, NO_FENCE, grace, JOB)) {
            int daemon = runner.readPid();
            int job = runner.readPid();
            Duration before = Kernel.uptime();
            Kernel.signal(runner.pid(), Signal.KILL);
            Machine.awaitGone(job);
            Machine.awaitGone(daemon);
            assertThat(Kernel.uptime().minus(before)).isGreaterThan(grace);
            await().atMost(LONG).until(() -> instances().isEmpty());
        }
    }

    @Test
    void a_guardian_leaves_when_a_box_with_grace_is_empty() throws Exception {
        Path go = directory.resolve("go");
        String patient = "echo $$; while [ ! -e %s ]; do sleep 0.05; done".formatted(go);
        try (BoxKeeper runner =
                BoxKeeper.start(state, directory, NO_FENCE, Duration.ofHours(1), patient)) {
            int job = runner.readPid();
            int guardian = guardianOf(state);
            Kernel.signal(runner.pid(), Signal.KILL);
            await().atMost(LONG)
                    .during(Duration.ofSeconds(1))
                    .until(() -> ProcessEntry.read(job).isPresent());
            Files.createFile(go);
            Machine.awaitGone(guardian);
            assertThat(instances()).isEmpty();
        }
    }

    @Test
    void a_stopped_runner_cannot_keep_its_box_alive() throws Exception {
        Duration before = Kernel.uptime();
        Duration fence = Duration.ofMillis(2500);
        try (BoxKeeper runner = BoxKeeper.start(state, directory, fence, JOB)) {
            int daemon = runner.readPid();
            int job = runner.readPid();
            Kernel.signal(runner.pid(), Signal.STOP);
            Machine.awaitGone(job);
            Machine.awaitGone(daemon);
            assertThat(Kernel.uptime().minus(before)).isGreaterThan(fence);

            runner.startAnother();
            Kernel.signal(runner.pid(), Signal.CONT);
            assertThat(runner.readLine()).isEqualTo("the time of box box is over");
            endRunner(runner);
        }
    }

    /// As lxcfs does it: `/proc/uptime` says the age of the container, everything else that of the machine.
    @Test
    void a_guardian_keeps_to_the_deadline_though_its_uptime_is_that_of_a_container()
            throws Exception {
        Duration before = Kernel.uptime();
        Path uptime = temporary.resolve("uptime");
        writeUptime(uptime, before);
        Process job = new ProcessBuilder("setsid", "sleep", "300").start();
        ProcessEntry leader = ProcessEntry.read((int) job.pid()).orElseThrow();
        ProcessEntry self = ProcessEntry.read((int) ProcessHandle.current().pid()).orElseThrow();
        Duration fence = Duration.ofSeconds(1);
        Files.writeString(
                directory.resolve("a.box"),
                "deadline %d\norphan 0\nmarker none\nprocess %d %d\n"
                        .formatted(Kernel.ticks(before.plus(fence)), leader.pid(), leader.start()));
        Path script = temporary.resolve("guardian.sh");
        try (var in = Guardian.class.getResourceAsStream("guardian.sh")) {
            Files.copy(in, script);
        }
        Process guardian =
                new ProcessBuilder(
                                "sh",
                                script.toString(),
                                directory.toString(),
                                Integer.toString(self.pid()),
                                Long.toString(self.start()),
                                uptime.toString())
                        .start();
        try {
            await().atMost(LONG)
                    .pollInterval(Duration.ofMillis(20))
                    .until(
                            () -> {
                                writeUptime(uptime, before);
                                return !job.isAlive();
                            });
            assertThat(Kernel.uptime().minus(before)).isGreaterThan(fence.minusMillis(20));
        } finally {
            guardian.destroyForcibly().waitFor();
            job.destroyForcibly();
        }
    }

    /// What a container would say that was started three seconds before a time.
    private static void writeUptime(Path file, Duration containerAge) throws IOException {
        Duration age = Kernel.uptime().minus(containerAge).plusSeconds(3);
        Path next = file.resolveSibling("uptime.next");
        Files.writeString(
                next, "%d.%02d 0.00\n".formatted(age.getSeconds(), age.getNano() / 10_000_000));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void a_box_whose_time_is_over_is_killed_and_starts_nothing_more() throws Exception {
        Box box = open("a");
        Running running = shell(box, "trap '' TERM; while :; do sleep 0.05; done", output);
        box.fence(Duration.ofMillis(200));
        assertThat(exit(running)).isEqualTo(new Exit(137));
        box.fence(Duration.ofHours(1));
        assertThatThrownBy(() -> box.start(List.of("true"), ".", output))
                .isInstanceOf(SandboxException.class)
                .hasMessage("the time of box a is over");
    }

    @Test
    void a_box_that_is_fenced_again_in_time_lives_on() throws Exception {
        Box box = open("a");
        Running kept = box.start(List.of("sleep", "300"), ".", output);
        box.fence(Duration.ofMillis(500));
        box.fence(Duration.ofHours(1));
        Box other = open("other");
        Running fenced = other.start(List.of("sleep", "300"), ".", output);
        other.fence(Duration.ofMillis(1500));
        assertThat(exit(fenced)).isEqualTo(new Exit(137));
        assertThat(kept.await(Duration.ZERO)).isEmpty();
    }

    @Test
    void a_fence_can_be_at_once_or_never() throws Exception {
        Box box = open("a");
        Running running = box.start(List.of("sleep", "300"), ".", output);
        box.fence(Duration.ofSeconds(Long.MAX_VALUE));
        box.fence(Duration.ZERO);
        assertThat(exit(running)).isEqualTo(new Exit(137));
    }

    @Test
    void a_guardian_that_died_is_started_again() throws Exception {
        Box box = open("a");
        box.start(List.of("sleep", "300"), ".", output);
        int guardian = guardianOf(temporary.resolve("state"));
        Kernel.signal(guardian, Signal.KILL);
        await().atMost(LONG)
                .until(
                        () -> {
                            List<Integer> now = guardiansOf(temporary.resolve("state"));
                            return !now.isEmpty() && !now.contains(guardian);
                        });
    }

    @Test
    void a_guardian_is_out_of_reach_of_what_ends_its_runner() {
        int guardian = guardianOf(temporary.resolve("state"));
        assertThat(ProcessEntry.read(guardian).orElseThrow().session()).isEqualTo(guardian);
        assertThat(descriptors(guardian)).doesNotContain("pipe:", "socket:");
    }

    @Test
    void a_new_sandbox_kills_and_clears_what_an_earlier_one_left() throws Exception {
        try (BoxKeeper runner = BoxKeeper.start(state, directory, NO_FENCE, JOB)) {
            int daemon = runner.readPid();
            int job = runner.readPid();
            int guardian = guardianOf(state);
            // The runner would start another guardian, and the guardian would clear: so neither may
            // see the other's end.
            Kernel.signal(runner.pid(), Signal.STOP);
            Kernel.signal(guardian, Signal.KILL);
            Kernel.signal(runner.pid(), Signal.KILL);
            Machine.awaitGone(runner.pid());
            assertThat(Machine.isAlive(job)).isTrue();

            List<Path> before = instances();
            try (ProcessSandbox next = ProcessSandbox.start(state)) {
                assertThat(next.available()).contains(Isolation.PROCESS);
                Machine.awaitGone(job);
                Machine.awaitGone(daemon);
                assertThat(instances()).doesNotContainAnyElementsOf(before).hasSize(1);
            }
            assertThat(instances()).isEmpty();
        }
    }

    @Test
    void a_file_that_makes_no_sense_does_not_stop_the_guardian() throws Exception {
        try (BoxKeeper runner = BoxKeeper.start(state, directory, NO_FENCE, JOB)) {
            int daemon = runner.readPid();
            int job = runner.readPid();
            Path files = instances().getFirst();
            byte[] noise = new byte[5000];
            new java.util.Random(1).nextBytes(noise);
            Files.write(files.resolve("a.box"), noise);
            Files.writeString(
                    files.resolve("b.box"),
                    "deadline ; kill 1\nmarker\nsession * *\nprocess -1 0\n");
            Files.writeString(files.resolve("c.box"), "deadline 99999999999999999999999\n");
            Files.writeString(files.resolve("d.box"), "");
            Files.createDirectory(files.resolve("e.box"));
            Kernel.signal(runner.pid(), Signal.KILL);
            Machine.awaitGone(job);
            Machine.awaitGone(daemon);
            await().atMost(LONG).until(() -> instances().isEmpty());
        }
    }

    @Test
    void its_directory_is_for_nobody_else() throws Exception {
        assertThat(Files.getPosixFilePermissions(temporary.resolve("state")))
                .isEqualTo(java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
    }

    private void endRunner(BoxKeeper runner) throws IOException {
        int guardian = guardianOf(state);
        Kernel.signal(runner.pid(), Signal.KILL);
        Machine.awaitGone(guardian);
        assertThat(instances()).isEmpty();
    }

    private List<Path> instances() throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(state, Files::isDirectory)) {
            List<Path> list = new java.util.ArrayList<>();
            found.forEach(list::add);
            return list;
        }
    }

    /// It is there; its command line is a moment later.
    private static int guardianOf(Path state) {
        return await().until(() -> guardiansOf(state), found -> !found.isEmpty()).getFirst();
    }

    private static List<Integer> guardiansOf(Path state) {
        return ProcessTable.read().all().stream()
                .filter(process -> !process.isZombie())
                .map(ProcessEntry::pid)
                .filter(
                        pid -> {
                            String line = commandLine(pid);
                            return line.contains("guardian.sh") && line.contains(state + "/");
                        })
                .toList();
    }

    private static String commandLine(int pid) {
        try {
            return Files.readString(
                    Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static String descriptors(int pid) {
        StringBuilder all = new StringBuilder();
        try (DirectoryStream<Path> links =
                Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (Path link : links) {
                all.append(Files.readSymbolicLink(link)).append('\n');
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return all.toString();
    }
}
