package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Answer;
import dev.baton.core.Capabilities;
import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseTerms;
import dev.baton.core.RunnerId;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// On a full disk no message is to blame: none is refused, and each can be repeated.
class FullDiskTest {
    private static final Instant NOW = Instant.parse("2026-01-04T08:00:00Z");

    private final LeaseHolder holder = new LeaseHolder(new RunnerId("r"), "tok");
    private CommitFate fate = CommitFate.DONE;
    private final SteppedEngine stepped =
            new SteppedEngine(
                    new MemoryStore(() -> NOW),
                    1,
                    Rules.of(LeaseTerms.DEFAULTS),
                    new SteppedEngine.Circumstances(
                            () -> 0,
                            () -> new Random(1),
                            () -> fate,
                            _ -> {},
                            true,
                            RunParts.MAX_COST),
                    new Recorder());
    private final Engine engine = stepped.engine();

    private List<Addressed> beats(List<Grant> grants) {
        return grants.stream()
                .map(
                        grant ->
                                Addressed.of(
                                        grant.job(),
                                        new Command.Beat(TestRunner.lease(grant), holder)))
                .toList();
    }

    @Test
    void the_messages_of_a_frame_are_not_taken_for_bad_ones() {
        var grants = new ArrayList<Grant>();
        engine.submit(Draft.run(Draft.many(3, i -> Draft.job("job-" + i))));
        engine.demand(holder, Capabilities.of(List.of()), true, grants::addAll).want(3);
        stepped.step();
        assertThat(grants).hasSize(3);
        var beats = beats(grants);

        fate = CommitFate.REFUSED;
        assertThatThrownBy(() -> engine.exchange(holder, beats, List.of()))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.code()).isEqualTo(StoreException.Code.UNAVAILABLE))
                .hasMessageContaining("cannot write: database or disk is full");

        fate = CommitFate.DONE;
        assertThat(engine.exchange(holder, beats, List.of()))
                .allSatisfy(
                        reply ->
                                assertThat(reply.decision())
                                        .isInstanceOfSatisfying(
                                                Decision.Accept.class,
                                                accepted ->
                                                        assertThat(accepted.answer())
                                                                .isInstanceOf(
                                                                        Answer.Renewed.class)));
    }
}
