package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.store.Submitted.Created;
import dev.baton.store.Submitted.Merged;
import dev.baton.store.Submitted.Placed;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;

/// Jobs of which there is one at a time.
abstract class UniqueKeysContract extends EngineContract {
    UniqueKeysContract(TestStore store) {
        super(store);
    }

    private String key() {
        return "key of " + tag;
    }

    private long keys() {
        return store.count("SELECT count(*) FROM unique_key WHERE key = '" + key() + "'");
    }

    @Test
    void while_a_job_with_the_key_is_not_over_another_one_gets_that_job() {
        var first = submitOne(job("first").unique(key()));
        runner("r").starts();

        var second = engine.submit(Draft.run(job("second").unique(key())));

        assertThat(second)
                .isEqualTo(new Merged(null, List.of(new Placed(first, "second", true)), false));
    }

    @Test
    void when_the_job_is_over_its_key_is_free() {
        submitOne(job("first").unique(key()));
        var runner = runner("r");
        runner.does();
        assertThat(keys()).isZero();

        assertThat(engine.submit(Draft.run(job("second").unique(key()))))
                .isInstanceOf(Created.class);
        assertThat(keys()).isOne();
    }

    @Test
    void a_job_that_is_tried_again_keeps_its_key() {
        submitOne(job("first").unique(key()).retriedAfterErrors(2));
        var runner = runner("r");
        var grant = runner.starts();
        runner.told(grant, runner.complete(grant, Ending.ERROR));

        assertThat(engine.submit(Draft.run(job("second").unique(key()))))
                .isInstanceOf(Merged.class);
    }

    @Test
    void a_job_that_is_canceled_in_its_queue_gives_its_key_back() {
        cancel(submitOne(job("first").unique(key())));

        assertThat(keys()).isZero();
    }

    @Test
    void of_a_run_only_the_jobs_are_made_that_do_not_exist() {
        var first = submitOne(job("first").unique(key()));
        var run = Draft.run(job("again").unique(key()), job("new"), job("last").needing(1));

        var merged = (Merged) engine.submit(run);

        assertThat(merged.jobs()).extracting(Placed::existing).containsExactly(true, false, false);
        assertThat(merged.jobs().getFirst().id()).isEqualTo(first);
        assertThat(engine.views().run(merged.run()).orElseThrow().jobs().values())
                .containsExactly(2);
        assertThat(engine.submit(run)).isEqualTo(new Merged(merged.run(), merged.jobs(), true));
    }

    @Test
    void sixteen_threads_at_once_make_one_job_of_a_key() {
        var jobs = together(16, () -> placed(engine.submit(Draft.run(job("one").unique(key())))));

        assertThat(new HashSet<>(jobs)).hasSize(1);
        assertThat(keys()).isOne();
    }

    static JobId placed(Submitted submitted) {
        return switch (submitted) {
            case Created created -> created.jobs().getFirst();
            case Merged merged -> merged.jobs().getFirst().id();
            case Submitted.KeyReused reused -> throw new AssertionError(reused);
        };
    }
}
