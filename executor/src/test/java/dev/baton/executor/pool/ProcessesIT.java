package dev.baton.executor.pool;

import static dev.baton.executor.pool.PoolsUnderTest.PATIENCE;
import static dev.baton.executor.pool.PoolsUnderTest.call;
import static dev.baton.executor.pool.PoolsUnderTest.calling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

import dev.baton.executor.pool.CallResult.ExecutorLost;
import dev.baton.executor.pool.CallResult.Succeeded;
import dev.baton.executor.pool.ExecutorConfig.Restarts;
import dev.baton.executor.pool.ExecutorConfig.Times;
import dev.baton.executor.pool.PoolsUnderTest.Calling;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// The lives of executors: started, ready, crashed, started again, ended.
class ProcessesIT {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton.executor");
    private static final Restarts THREE_CRASHES =
            new Restarts(
                    Duration.ofMillis(1),
                    Duration.ofMillis(10),
                    3,
                    Duration.ofMinutes(1),
                    Duration.ofMillis(500));

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    logged.add(event.getFormattedMessage());
                }
            };
    private PoolsUnderTest pools;
    private Path directory;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        directory = temporary;
        pools = new PoolsUnderTest(directory);
        appender.start();
        logger.setLevel(Level.INFO); // whatever is shown
        logger.addAppender(appender);
    }

    @AfterEach
    void close() {
        pools.close();
        logger.detachAppender(appender);
        logger.setLevel(null);
    }

    @Test
    @DisplayName(
            "\"The orchestrator sets RRQ_EXECUTOR_SOCKET to a filesystem path or RRQ_EXECUTOR_TCP_SOCKET to a host:port"
                    + " value.\"")
    void an_executor_gets_one_variable_and_none_of_the_runners_credentials() throws Exception {
        pools.with(
                        "unix",
                        pools.plan()
                                .env("RRQ_EXECUTOR_TCP_SOCKET", "127.0.0.1:1")
                                .env("MINE", "yes"))
                .with(
                        "tcp",
                        pools.plan().over(Transport.TCP).env("RRQ_EXECUTOR_SOCKET", "/nowhere"))
                .startIn(
                        Map.of(
                                "PATH",
                                System.getenv("PATH"),
                                "BATON_TOKEN",
                                "secret",
                                "HOME",
                                "/h"));
        String names =
                "[\"RRQ_EXECUTOR_SOCKET\",\"RRQ_EXECUTOR_TCP_SOCKET\",\"BATON_TOKEN\",\"HOME\",\"MINE\"]";
        assertThat(pools.ready("unix").call(call("env", names)))
                .isInstanceOfSatisfying(
                        Succeeded.class,
                        done ->
                                assertThat(done.result())
                                        .contains("unix-0.sock\"")
                                        .contains("\"RRQ_EXECUTOR_TCP_SOCKET\": null")
                                        .contains("\"BATON_TOKEN\": null")
                                        .contains("\"HOME\": \"/h\"")
                                        .contains("\"MINE\": \"yes\""));
        assertThat(pools.ready("tcp").call(call("env", names)))
                .isInstanceOfSatisfying(
                        Succeeded.class,
                        done ->
                                assertThat(done.result())
                                        .contains("\"RRQ_EXECUTOR_SOCKET\": null")
                                        .contains("\"RRQ_EXECUTOR_TCP_SOCKET\": \"127.0.0.1:"));
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(directory.resolve("sockets"))))
                .isEqualTo("rwx------");
    }

    @Test
    @DisplayName(
            "\"When using TCP executors with a pool, RRQ assigns a distinct port per executor process.\"")
    void processes_start_at_the_same_time_and_each_has_a_port_of_its_own() throws Exception {
        pools.with("odd", pools.plan().starts("late").processes(4).over(Transport.TCP)).start();
        await().atMost(PATIENCE).until(() -> pools.pools().slots("odd").total() == 4);
        assertThat(logged.stream().filter(line -> line.startsWith("executor process started")))
                .hasSize(4)
                .extracting(line -> line.replaceAll(".*address=", ""))
                .doesNotHaveDuplicates();
        assertThat(pools.pool("odd").counts().all()).containsEntry("started", 4L);
    }

    @Test
    void an_executor_has_no_slots_until_it_can_be_connected_to() throws Exception {
        pools.with("odd", pools.plan().starts("late").inFlight(3)).start();
        assertThat(pools.pools().slots("odd")).isEqualTo(new Slots(0, 0));
        assertThat(pools.pool("odd").call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pools.pools().slots("odd")).isEqualTo(new Slots(3, 3));
        assertThat(pools.pools().slots("no-such-executor")).isEqualTo(new Slots(0, 0));
    }

    @Test
    void a_process_that_crashed_is_started_again_and_the_call_says_how_it_ended() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(4));
        Calling other = calling(pool, call("never", "[]"));
        pools.awaitJournal("never");
        assertLost(pool.call(call("exit", "[7]")), "code 7");
        assertLost(other.result(), "code 7");
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
    }

    @Test
    void a_connection_that_ends_without_an_answer_ends_the_process_too() throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        assertLost(pool.call(call("close", "[]")), "it closed the connection");
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pool.counts().all()).containsEntry("replaced", 1L);
    }

    @Test
    void it_survives_ten_crashes_and_no_call_is_lost_without_a_word() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(4));
        for (int i = 0; i < 10; i++) {
            assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
            assertThat(pool.call(call("exit", "[1]"))).isInstanceOf(ExecutorLost.class);
        }
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pool.counts().all())
                .containsEntry("started", 11L)
                .containsEntry("crashed", 0L)
                .containsEntry("call_lost", 10L);
    }

    @Test
    void an_executor_that_fails_once_at_its_start_is_tried_again() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().starts("exit-once"));
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pool.counts().all()).containsEntry("crashed", 1L).containsEntry("started", 2L);
    }

    @Test
    void an_executor_that_crashes_again_and_again_rests_and_the_log_says_why_once()
            throws Exception {
        pools.with("odd", pools.plan().starts("exit").restarting(THREE_CRASHES))
                .with("well", pools.plan())
                .start();
        ExecutorPool pool = pools.pool("odd");
        await().atMost(PATIENCE).until(() -> pool.counts().all().get("rested") >= 2);
        assertThat(pool.slots()).isEqualTo(new Slots(0, 0));
        assertThat(pool.call(call("echo", "[1]")))
                .isEqualTo(new ExecutorLost("no process of executor odd is ready", false));
        assertThat(logged)
                .filteredOn(line -> line.startsWith("executor crashes again and again"))
                .singleElement()
                .asString()
                .contains("crashes=3", "I cannot start today");
        assertThat(pools.ready("well").call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
    }

    @Test
    void an_executor_that_rested_is_back_when_it_answers() throws Exception {
        var restarts =
                new Restarts(
                        Duration.ofMillis(1),
                        Duration.ofMillis(1),
                        1,
                        Duration.ofMinutes(1),
                        Duration.ofMillis(200));
        ExecutorPool pool = pools.only(pools.plan().starts("exit-once").restarting(restarts));
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
        assertThat(pool.counts().all()).containsEntry("rested", 1L);
        assertThat(logged).anyMatch(line -> line.startsWith("executor answers again"));
    }

    @Test
    void an_executor_that_never_listens_is_killed_when_its_time_to_start_is_over()
            throws Exception {
        var times =
                new Times(Duration.ofMillis(300), Duration.ofSeconds(1), Duration.ofMillis(100));
        pools.with("odd", pools.plan().starts("hang").within(times)).start();
        await().atMost(PATIENCE).until(() -> pools.pool("odd").counts().all().get("started") >= 2);
        long first = pools.pids().getFirst();
        assertThat(ProcessHandle.of(first)).isEmpty();
        assertThat(logged)
                .anyMatch(line -> line.contains("could not be connected to within 300 ms"));
    }

    @Test
    void what_an_executor_prints_is_in_the_log_line_by_line() throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        pool.call(call("print", "[\"hello\",\"w\\u001b[1mrld\"]"));
        await().atMost(PATIENCE)
                .until(
                        () ->
                                logged.stream()
                                                .filter(line -> line.startsWith("executor printed"))
                                                .count()
                                        >= 2);
        assertThat(logged)
                .anyMatch(
                        line ->
                                line.matches(
                                        "executor printed executor=odd pid=\\d+ stream=stdout line=\"hello\""))
                .anyMatch(line -> line.endsWith("line=\"w\uFFFD[1mrld\""));
    }

    @Test
    void an_executor_that_prints_without_end_is_neither_slowed_down_nor_logged_without_end()
            throws Exception {
        ExecutorPool pool = pools.only(pools.plan());
        assertThat(pool.call(call("flood", "[1000]"))).isEqualTo(new Succeeded(null));
        await().atMost(PATIENCE).until(() -> pool.counts().all().get("line_cut") == 1_000);
        assertThat(logged)
                .filteredOn(line -> line.startsWith("executor printed"))
                .allSatisfy(
                        line ->
                                assertThat(line.length())
                                        .isLessThan(LoggedLines.MAX_LINE_BYTES + 200));
        assertThat(pool.counts().all().get("line_dropped")).isPositive();
    }

    @Test
    void a_process_that_is_not_fenced_again_in_time_is_killed_and_replaced() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(4));
        Calling calling = calling(pool, call("never", "[]"));
        pools.awaitJournal("never");
        pool.fence(Duration.ofMinutes(5));
        pool.fence(Duration.ofMillis(200));
        assertLost(calling.result(), "code 137");
        assertThat(pool.call(call("echo", "[1]"))).isEqualTo(new Succeeded("[1]"));
    }

    @Test
    void a_shutdown_lets_calls_end_and_leaves_nothing_behind() throws Exception {
        pools.with("odd", pools.plan().inFlight(4))
                .with("deaf", pools.plan().starts("hang"))
                .start();
        ExecutorPool pool = pools.ready("odd");
        var forked = (Succeeded) pool.call(call("fork", "[]"));
        long child = Long.parseLong(forked.result());
        assertThat(ProcessHandle.of(child)).isPresent();
        Calling calling = calling(pool, call("sleep", "[1]"));
        pools.awaitJournal("sleep");
        long began = System.nanoTime();
        pools.pools().close(Duration.ofSeconds(20));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
        assertThat(calling.result()).isEqualTo(new Succeeded("\"slept\""));
        assertThat(ProcessHandle.of(child)).isEmpty();
        assertThat(pools.pids())
                .isNotEmpty()
                .allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
        assertThat(directory.resolve("sockets")).doesNotExist();
        assertThat(pool.call(call("echo", "[]"))).isInstanceOf(ExecutorLost.class);
    }

    @Test
    void a_shutdown_takes_no_longer_than_it_may() throws Exception {
        ExecutorPool pool = pools.only(pools.plan().inFlight(4));
        Calling calling = calling(pool, call("ignore_cancel", "[]"));
        pools.awaitJournal("ignore_cancel");
        long began = System.nanoTime();
        pools.pools().close(Duration.ofSeconds(1));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
        assertLost(calling.result(), "the runner stops");
        assertThat(pools.pids()).allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
    }

    private static void assertLost(CallResult result, String why) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        ExecutorLost.class,
                        lost -> {
                            assertThat(lost.wasDispatched()).isTrue();
                            assertThat(lost.detail()).contains(why);
                        });
    }
}
