package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.FinalStatus;
import dev.baton.core.JobId;
import dev.baton.core.Report;
import dev.baton.store.Results.Ended;
import dev.baton.store.Results.Known;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/// What came of jobs, and how long it is kept.
abstract class ResultsContract extends EngineContract {
    private static final Duration TTL = Duration.ofMinutes(30);

    ResultsContract(TestStore store) {
        super(store);
    }

    private JobId done(Draft draft, Ending ending) {
        var job = submitOne(draft);
        var runner = runner("r");
        var grant = runner.starts();
        var document = "{\"summary\":\"fine\",\"result\":{\"sum\":1.10}}";
        runner.told(
                grant, runner.complete(grant, new Report(ending, null, "fine", null, document)));
        return job;
    }

    private Ended ended(JobId job) {
        return engine.results().of(List.of(job)).getFirst().ended();
    }

    @Test
    void the_results_of_many_jobs_are_read_at_once() {
        var waiting = submitOne(job("waiting").requiring(lonelyTag()));
        var done = done(job("done"), Ending.SUCCEEDED);
        var failed = done(job("failed"), Ending.FATAL);

        var known = engine.results().of(List.of(waiting, done, failed, new JobId(999_999_999)));

        assertThat(known).extracting(Known::job).containsExactlyInAnyOrder(waiting, done, failed);
        assertThat(engine.results().of(List.of(waiting)).getFirst().ended()).isNull();
        assertThat(ended(done).status()).isEqualTo(FinalStatus.SUCCEEDED);
        assertThat(ended(done).report()).contains("{\"sum\":1.10}");
        assertThat(ended(failed).status()).isEqualTo(FinalStatus.FAILED);
        assertThat(engine.results().of(List.of())).isEmpty();
    }

    @Test
    void a_result_is_forgotten_when_its_time_is_over_and_the_rest_of_the_report_is_not() {
        var kept = done(job("kept"), Ending.SUCCEEDED);
        var brief = done(job("short").resultKept(TTL), Ending.SUCCEEDED);

        assertThat(engine.results().forget()).isZero();
        assertThat(ended(brief).report()).contains("sum");
        pass(TTL);

        assertThat(engine.results().forget()).isOne();
        assertThat(engine.results().forget()).isZero();
        assertThat(ended(brief).report()).isEqualTo("{\"summary\":\"fine\"}");
        assertThat(ended(brief).forgotten()).isTrue();
        assertThat(ended(kept).report()).contains("sum");
        assertThat(ended(kept).forgotten()).isFalse();
    }

    @Test
    void a_job_that_did_not_succeed_has_no_result_to_forget() {
        done(job("failed").resultKept(TTL), Ending.FATAL);
        pass(TTL);

        assertThat(engine.results().forget()).isZero();
    }
}
