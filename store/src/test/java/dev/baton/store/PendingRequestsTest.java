package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Command;
import dev.baton.core.JobId;
import dev.baton.core.LeaseDigest;
import dev.baton.core.LeaseHolder;
import dev.baton.core.LeaseRef;
import dev.baton.core.RunnerId;

import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// What a transaction takes on of what waits for it.
class PendingRequestsTest {
    private static final int MAX_BYTES = 1_000_000;

    private final AtomicLong nanos = new AtomicLong();
    private final PendingRequests pending = new PendingRequests(nanos::get, 1L << 40);

    private static Request.Telling beats(int messages) {
        var beat =
                new Command.Beat(
                        new LeaseRef(1, LeaseDigest.of(new byte[32])),
                        new LeaseHolder(new RunnerId("r"), "tok"));
        return new Request.Telling(
                Collections.nCopies(messages, Addressed.of(new JobId(1), beat)), List.of());
    }

    private static Request.Submitting run(String owner, int jobs) {
        return submitting(Draft.runOf(owner, Draft.many(jobs, i -> Draft.job("j" + i))));
    }

    private static Request.Submitting submitting(NewRun run) {
        return new Request.Submitting(run, RunParts.MAX_COST);
    }

    private <T extends Request> T put(T request) {
        assertThat(pending.add(request)).isNull();
        return request;
    }

    @Test
    void lease_messages_go_before_submissions_that_came_earlier() {
        put(run("a", PendingRequests.MAX_COST));
        put(run("a", PendingRequests.MAX_COST));
        var beat = put(beats(1));

        assertThat(pending.take()).first().isSameAs(beat);
    }

    @Test
    void a_transaction_has_at_most_a_bounded_amount_of_work_of_each_kind() {
        for (int i = 0; i < 10; i++) {
            put(run("owner-" + i, RunParts.MAX_COST));
            put(beats(PendingRequests.MAX_COST));
        }

        assertThat(pending.take()).as("beats").hasSize(1);
        assertThat(pending.take()).as("two parts of runs").hasSize(2);
    }

    @Test
    void lease_messages_share_a_transaction_with_little_other_work_only() {
        var small = put(run("a", PendingRequests.MAX_SHARED_COST / 2));
        var large = put(run("b", 10_000));
        var more = put(run("c", 10_000));
        var last = put(run("d", 10_000));
        var beat = put(beats(1));

        assertThat(pending.take()).containsExactly(beat, small);
        var next = put(beats(1));
        assertThat(pending.take()).as("without beats").containsExactly(large, more);
        assertThat(pending.take()).as("beats in between").containsExactly(next);
        assertThat(pending.take()).containsExactly(last);
    }

    @Test
    void a_run_that_is_begun_goes_on_before_others_of_its_owner_and_is_never_refused() {
        var small = new PendingRequests(nanos::get, MAX_BYTES);
        var begun = run("a", 10_000);
        small.add(begun);
        small.take();
        begun.goOn(RunParts.MAX_COST);
        small.add(run("a", 1));
        small.add(submitting(Draft.runOf("b", Draft.job("j").spec("x".repeat(MAX_BYTES)))));

        assertThat(small.add(begun)).isNull();
        assertThat(small.take()).first().isSameAs(begun);
    }

    @Test
    void lease_messages_go_on_when_what_was_due_was_taken_back() {
        put(run("a", 1));
        var large = put(run("b", 10_000));
        put(beats(1));
        pending.take();
        var beat = put(beats(1));

        assertThat(pending.remove(large)).isTrue();
        assertThat(pending.take()).containsExactly(beat);
    }

    @Test
    void the_bytes_of_specs_are_work_too() {
        var large = "x".repeat(1 << 20);
        for (int i = 0; i < 100; i++) {
            put(submitting(Draft.runOf("owner-" + i, Draft.job("a").spec(large))));
        }

        assertThat(pending.take()).hasSizeBetween(1, 16);
    }

    @Test
    void submissions_go_on_however_many_lease_messages_there_are() {
        put(run("a", 1));
        var run = put(run("b", 10_000));
        for (int i = 0; i < 100; i++) {
            put(beats(PendingRequests.MAX_COST));
        }

        assertThat(pending.take()).doesNotContain(run);
        assertThat(pending.take()).contains(run);
    }

    @Test
    void owners_take_turns() {
        for (int i = 0; i < 100; i++) {
            put(run("greedy", PendingRequests.MAX_COST / 2));
        }
        var modest = put(run("modest", 1));
        var command = put(cancel());

        assertThat(pending.take()).contains(modest, command);
    }

    private static Request.Telling cancel() {
        return new Request.Telling(
                List.of(Addressed.of(new JobId(1), new Command.Cancel("ann", "why not"))),
                List.of());
    }

    @Test
    void what_one_runner_says_stays_in_order() {
        var first = put(beats(PendingRequests.MAX_COST));
        put(run("a", 10));
        var second = put(beats(1));
        var third = put(beats(1));

        assertThat(pending.take()).startsWith(first).doesNotContain(second, third);
        assertThat(pending.take()).containsExactly(second, third);
    }

    @Test
    void no_more_bytes_wait_than_may_and_no_owner_has_all_of_them() {
        var small = new PendingRequests(nanos::get, MAX_BYTES);
        var half = "x".repeat(MAX_BYTES / 2 - 10_000);
        assertThat(small.add(submitting(Draft.runOf("a", Draft.job("j").spec(half))))).isNull();

        assertThat(small.add(submitting(Draft.runOf("a", Draft.job("j").spec(half)))))
                .contains("of one token");
        assertThat(small.add(submitting(Draft.runOf("b", Draft.job("j").spec(half))))).isNull();
        assertThat(small.add(submitting(Draft.runOf("c", Draft.job("j").spec(half)))))
                .contains("the queue is full");
        assertThat(small.add(beats(1))).as("leases do not suffer").isNull();

        while (!small.take().isEmpty()) {}
        assertThat(small.add(submitting(Draft.runOf("a", Draft.job("j").spec(half))))).isNull();
    }

    @Test
    void it_is_known_how_long_the_oldest_has_waited() {
        put(run("a", 1));
        nanos.addAndGet(10);
        put(beats(1));
        nanos.addAndGet(5);

        assertThat(pending.oldestNanos()).isEqualTo(15);
        pending.take();
        assertThat(pending.oldestNanos()).isZero();
    }
}
