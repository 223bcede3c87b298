package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.LeaseTerms;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.List;

/// An [Error] in a transaction ends neither its lane nor the requests beside it.
class LaneErrorsTest {
    private final SqliteStore store = new SqliteStore();
    private volatile Class<?> error = Error.class;
    private Transactor engine;

    /// The rules, but one priority is fatal.
    private final class FatalRules implements Rules {
        static final int FATAL = 13;
        private final Rules rules = Rules.of(LeaseTerms.DEFAULTS);

        @Override
        public Decision.Accept submit(JobId id, JobPlan plan, int needs, String by, Instant now) {
            if (plan.priority() == FATAL) {
                switch (error.getSimpleName()) {
                    case "OutOfMemoryError" -> throw new OutOfMemoryError("for a test");
                    case "StackOverflowError" -> throw new StackOverflowError("for a test");
                    default -> throw new NoClassDefFoundError("for a test");
                }
            }
            return rules.submit(id, plan, needs, by, now);
        }

        @Override
        public Decision decide(Job job, Command command, Instant now) {
            return rules.decide(job, command, now);
        }
    }

    @BeforeEach
    void open() {
        var requirements = new Requirements(System::nanoTime);
        var shared =
                new Shared(
                        new FatalRules(),
                        requirements,
                        new Cursors(System::nanoTime),
                        new Parking(requirements),
                        Neighbours.NONE,
                        new Recorder(),
                        RunParts.MAX_COST);
        engine =
                new Transactor(
                        new SqliteDatabase((StoreConfig.Sqlite) store.config(), store.clock()),
                        shared,
                        Surroundings.REAL);
        engine.start();
    }

    @AfterEach
    void close() {
        engine.close();
        store.close();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OutOfMemoryError.class,
                StackOverflowError.class,
                NoClassDefFoundError.class
            })
    void whoever_asked_is_answered_and_the_lane_goes_on(Class<?> thrown) {
        error = thrown;
        var before = (Submitted.Created) engine.submit(Draft.run(Draft.job("before")));

        assertThatThrownBy(
                        () ->
                                engine.submit(
                                        Draft.run(Draft.job("fatal").priority(FatalRules.FATAL))))
                .isInstanceOf(StoreException.class)
                .hasMessageNotContaining("did not answer within");

        var after = (Submitted.Created) engine.submit(Draft.run(Draft.job("after")));
        assertThat(after.jobs()).doesNotContainAnyElementsOf(before.jobs());
        assertThat(engine.tell(List.of(Addressed.of(before.jobs().getFirst(), cancel()))))
                .allMatch(reply -> reply.decision() instanceof Decision.Accept);
        assertThat(engine.readiness().problems()).isEmpty();
    }

    private static Command cancel() {
        return new Command.Cancel("ann", "not wanted any more");
    }
}
