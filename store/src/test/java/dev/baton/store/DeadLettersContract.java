package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.Report;
import dev.baton.core.Status;
import dev.baton.protocol.submit.FunctionAddress;
import dev.baton.store.DeadLetters.DeadLetter;
import dev.baton.store.DeadLetters.Filter;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Function calls that failed for good.
abstract class DeadLettersContract extends EngineContract {
    DeadLettersContract(TestStore store) {
        super(store);
    }

    private Draft call(String handler) {
        return job("call").calling("q-" + tag, "python", handler);
    }

    private Filter ofThisTest() {
        return new Filter("q-" + tag, null, null, null);
    }

    private List<JobId> listed(Filter filter) {
        return engine.deadLetters().list(filter, null, 100).letters().stream()
                .map(DeadLetter::job)
                .toList();
    }

    /// Calls a function that fails for good.
    private JobId failed(String handler, String document) {
        var job = submitOne(call(handler));
        var runner = runner("r");
        var grant = runner.starts();
        runner.told(
                grant,
                runner.complete(grant, new Report(Ending.FATAL, null, "no luck", null, document)));
        return job;
    }

    @Test
    void a_call_that_failed_for_good_is_a_dead_letter() {
        var job = failed("add", "{\"error\":{\"type\":\"Oops\"}}");

        assertStatus(job, Status.FAILED);
        var letter = engine.deadLetters().find(job).orElseThrow();
        assertThat(engine.deadLetters().list(ofThisTest(), null, 10).letters())
                .containsExactly(letter);
        assertThat(letter.function()).isEqualTo(new FunctionAddress("q-" + tag, "python", "add"));
        assertThat(letter.errorType()).isEqualTo("Oops");
        assertThat(letter.attempts()).isOne();
        assertThat(letter.why()).isEqualTo("no luck");
        assertThat(letter.report()).contains("Oops");
        assertThat(letter.died()).isEqualTo(view(job).times().finished());
    }

    @Test
    void a_call_that_nobody_reported_is_a_dead_letter_of_the_cause_of_its_end() {
        var created = view(submitOne(job("clock").requiring(lonelyTag()))).times().created();
        var job = submitOne(call("add").deadline(created.plus(Duration.ofMinutes(5))));
        sweepAfter(Duration.ofMinutes(5));

        assertThat(engine.deadLetters().find(job).orElseThrow().errorType())
                .isEqualTo("DEADLINE_PASSED");
    }

    @Test
    void a_call_that_took_too_long_has_one_name_whoever_noticed_it() {
        var byTheRunner = timedOut("{\"error\":{\"type\":\"timeout\"}}");
        var byTheExecutor = timedOut("{\"error\":{\"message\":\"too slow\"}}");
        var byTheSweep = submitOne(call("add").maxRuntime(Duration.ofMinutes(3)));
        var runner = runner("r");
        var grant = runner.starts();
        for (int i = 0; i < 3; i++) {
            pass(Duration.ofMinutes(1));
            runner.told(grant, runner.beat(grant));
        }
        sweepAfter(TERMS.runtimeGrace().plusSeconds(1));

        assertThat(Stream.of(byTheRunner, byTheExecutor, byTheSweep))
                .allSatisfy(
                        job ->
                                assertThat(engine.deadLetters().find(job).orElseThrow().errorType())
                                        .isEqualTo("timeout"));
    }

    /// Calls a function that takes too long, as its runner reports.
    private JobId timedOut(String document) {
        var job = submitOne(call("slow"));
        var runner = runner("r");
        var grant = runner.starts();
        runner.told(
                grant,
                runner.complete(
                        grant, new Report(Ending.TIMED_OUT, null, "too slow", null, document)));
        return job;
    }

    @Test
    void neither_a_success_nor_a_cancel_nor_any_other_job_is_a_dead_letter() {
        submit(call("add"));
        runner("r").does();
        cancel(submitOne(call("add")));
        var steps = submitOne(job("steps"));
        var runner = runner("s");
        var grant = runner.starts();
        runner.told(grant, runner.complete(grant, Ending.FATAL));

        assertStatus(steps, Status.FAILED);
        assertThat(listed(ofThisTest())).isEmpty();
        assertThat(engine.deadLetters().find(steps)).isEmpty();
    }

    @Test
    void letters_are_found_by_what_they_are_in_pages_newest_first() {
        var first = failed("add", "{\"error\":{\"type\":\"A\"}}");
        var second = failed("sub", "{\"error\":{\"type\":\"B\"}}");
        var third = failed("add", "{}");

        var newestFirst =
                Stream.of(first, second, third).sorted(Comparator.reverseOrder()).toList();
        assertThat(listed(ofThisTest())).isEqualTo(newestFirst);
        assertThat(listed(new Filter("q-" + tag, "python", "add", null)))
                .containsExactlyInAnyOrder(third, first);
        assertThat(listed(new Filter("q-" + tag, null, null, "B"))).containsExactly(second);
        assertThat(listed(new Filter("q-" + tag, null, null, "FATAL"))).containsExactly(third);
        assertThat(listed(new Filter("q-" + tag, "node", null, null))).isEmpty();
        assertThat(engine.deadLetters().list(ofThisTest(), newestFirst.getFirst(), 1).letters())
                .extracting(DeadLetter::job)
                .containsExactly(newestFirst.get(1));
    }

    @Test
    void a_letter_is_requeued_or_discarded_and_never_both() {
        var letters = engine.deadLetters();
        var requeued = failed("add", "{}");
        var discarded = failed("add", "{}");
        long before = letters.count();

        assertThat(letters.startRequeue(requeued)).isTrue();
        assertThat(letters.startRequeue(requeued)).isTrue();
        assertThat(letters.discard(requeued)).isFalse();
        assertThat(listed(ofThisTest())).contains(requeued);
        letters.requeued(requeued, new JobId(77));
        letters.requeued(requeued, new JobId(78));
        assertThat(letters.discard(discarded)).isTrue();
        assertThat(letters.discard(discarded)).isTrue();
        assertThat(letters.startRequeue(discarded)).isFalse();

        assertThat(listed(ofThisTest())).isEmpty();
        assertThat(letters.find(requeued).orElseThrow().requeuedAs()).isEqualTo(new JobId(77));
        assertThat(letters.find(discarded).orElseThrow().discarded()).isTrue();
        assertThat(letters.count()).isEqualTo(before - 2);
        assertThat(letters.discard(new JobId(999_999_999))).isFalse();
    }
}
