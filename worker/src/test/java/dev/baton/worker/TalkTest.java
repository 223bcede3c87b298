package dev.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.worker.SupervisorMessage.GracefulTermination;
import dev.baton.worker.SupervisorMessage.NewCredentials;
import dev.baton.worker.SupervisorMessage.Ping;
import dev.baton.worker.SupervisorTalk.Standing;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class TalkTest {
    private static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

    private final List<Verdict<WorkerMessage>> heard = new ArrayList<>();

    @Test
    void a_hello_that_names_more_than_was_offered_is_cut_down_to_what_both_know() {
        var talk = new SupervisorTalk(Set.of(Capability.LOG, Capability.SHUTDOWN), false);
        say(talk, "{'type':'hello','capabilities':['log','ping','time-travel']}");
        assertThat(talk.standing()).isEqualTo(new Standing.Agreed(Set.of(Capability.LOG)));
    }

    @Test
    void a_second_hello_changes_nothing() {
        var talk = new SupervisorTalk(ALL, false);
        say(talk, "{'type':'hello','capabilities':['log']}");
        say(talk, "{'type':'hello','capabilities':['shutdown']}");
        assertThat(talk.standing()).isEqualTo(new Standing.Agreed(Set.of(Capability.LOG)));
        assertThat(heard.getLast())
                .isEqualTo(
                        new Verdict.Ignore<>(
                                Verdict.Cause.REFUSED, "hello", "hello was said before"));
    }

    @Test
    void without_a_hello_in_time_nothing_is_agreed_on() {
        var talk = new SupervisorTalk(ALL, false);
        assertThat(talk.helloIsOverdue()).isTrue();
        assertThat(talk.standing()).isEqualTo(new Standing.Silent());
        assertThat(talk.line(new GracefulTermination(true, null))).isEmpty();
    }

    @Test
    void a_hello_that_comes_late_is_better_than_none() {
        var talk = new SupervisorTalk(ALL, false);
        talk.helloIsOverdue();
        say(talk, "{'type':'hello','capabilities':['log']}");
        assertThat(talk.has(Capability.LOG)).isTrue();
        assertThat(talk.helloIsOverdue()).isFalse();
        assertThat(heard.getLast())
                .isEqualTo(
                        new Verdict.Act<>(
                                new WorkerMessage.Hello(List.of("log")), "hello came late"));
    }

    @Test
    void a_lenient_supervisor_takes_what_it_knows_and_says_that_it_should_not() {
        var talk = new SupervisorTalk(Set.of(Capability.SHUTDOWN), true);
        say(talk, "{'type':'shutdown'}");
        say(talk, "{'type':'log','body':{}}");
        assertThat(heard.getFirst())
                .isEqualTo(
                        new Verdict.Act<>(
                                new WorkerMessage.Shutdown(),
                                "hello has not been said yet, and taken all the same"));
        assertThat(heard.getLast()).isInstanceOf(Verdict.Ignore.class);
    }

    @Test
    void a_worker_that_does_not_know_deadlines_is_told_none() {
        var end = new GracefulTermination(false, Duration.ofMillis(1_500));
        var talk = new SupervisorTalk(ALL, false);
        say(talk, "{'type':'hello','capabilities':['graceful-termination']}");
        assertThat(text(talk.line(end)))
                .isEqualTo("~{\"type\":\"graceful-termination\",\"finish-tasks\":false}\n");

        var other = new SupervisorTalk(ALL, false);
        say(
                other,
                "{'type':'hello','capabilities':['graceful-termination','graceful-termination-deadline']}");
        assertThat(text(other.line(end)))
                .isEqualTo(
                        "~{\"type\":\"graceful-termination\",\"finish-tasks\":false,\"deadline\":1.5}\n");
    }

    @Test
    void every_message_of_a_supervisor_is_read_as_it_was_written() {
        var talk = new SupervisorTalk(ALL, false);
        say(talk, "{'type':'hello','capabilities':" + words() + "}");
        var sent =
                List.of(
                        new GracefulTermination(true, Duration.ofSeconds(90)),
                        new GracefulTermination(false, null),
                        new NewCredentials("client", "token", "certificate"),
                        new NewCredentials("client", "token", null),
                        new Ping(7));
        var worker = new WorkerTalk(ALL);
        var read = new ArrayList<Verdict<SupervisorMessage>>();
        var reader = new LineReader<>(worker, new Only<>(read));
        feed(reader, talk.line(talk.welcome()).orElseThrow());
        sent.forEach(message -> feed(reader, talk.line(message).orElseThrow()));
        assertThat(read)
                .containsExactlyElementsOf(
                        java.util.stream.Stream.concat(
                                        java.util.stream.Stream.of(talk.welcome()), sent.stream())
                                .map(
                                        message ->
                                                (Verdict<SupervisorMessage>)
                                                        new Verdict.Act<SupervisorMessage>(
                                                                message, null))
                                .toList());
    }

    @Test
    void a_worker_says_nothing_before_it_was_welcomed() {
        var talk = new WorkerTalk(ALL);
        assertThat(talk.hello()).isEmpty();
        assertThat(talk.line(new WorkerMessage.Shutdown())).isEmpty();
        assertThat(talk.isSupervised()).isFalse();
    }

    @Test
    void a_token_is_not_shown() {
        assertThat(new NewCredentials("client", "s3cret", "c3rt").toString())
                .contains("client")
                .doesNotContain("s3cret", "c3rt");
    }

    private void say(SupervisorTalk talk, String json) {
        var reader = new LineReader<>(talk, new Only<>(heard));
        feed(reader, ("~" + json.replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void feed(LineReader<?> reader, byte[] line) {
        reader.feed(line, 0, line.length);
    }

    private static String words() {
        return ALL.stream().map(known -> "'" + known.word() + "'").toList().toString();
    }

    private static String text(Optional<byte[]> line) {
        return new String(line.orElseThrow(), StandardCharsets.UTF_8);
    }

    private record Only<M>(List<Verdict<M>> heard) implements LineReader.Ears<M> {
        @Override
        public void text(byte[] bytes, int from, int to) {
            throw new AssertionError(
                    "output: " + new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }

        @Override
        public void heard(Verdict<M> verdict) {
            heard.add(verdict);
        }
    }
}
