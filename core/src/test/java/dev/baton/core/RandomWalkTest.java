package dev.baton.core;

import static dev.baton.core.Jobs.RULES;
import static dev.baton.core.RandomWalk.always;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Command.Acknowledge;
import dev.baton.core.Command.Beat;
import dev.baton.core.Command.Complete;
import dev.baton.core.Command.ConfirmCancel;
import dev.baton.core.Command.Disown;
import dev.baton.core.Command.LeaseMessage;
import dev.baton.core.Command.NeedMet;
import dev.baton.core.Command.Release;
import dev.baton.core.Command.Retract;
import dev.baton.core.Decision.Accept;
import dev.baton.core.Decision.Repeat;
import dev.baton.core.JobState.Blocked;
import dev.baton.core.JobState.Canceling;
import dev.baton.core.JobState.Delayed;
import dev.baton.core.JobState.Finished;
import dev.baton.core.JobState.Gated;
import dev.baton.core.JobState.Held;
import dev.baton.core.JobState.Leased;
import dev.baton.core.JobState.Queued;
import dev.baton.core.JobState.Ready;
import dev.baton.core.JobState.Running;
import dev.baton.core.RandomWalk.Step;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;

/// What stays true of a job whatever happens to it, in whatever order.
class RandomWalkTest {
    @Test
    void epochs_only_grow_and_only_with_a_grant() {
        always(step -> step.after().epoch() == step.before().epoch() + (granted(step) ? 1 : 0));
    }

    @Test
    void the_live_lease_is_the_newest_and_no_past_lease_has_its_epoch() {
        always(
                step ->
                        !(step.after().state() instanceof Held held)
                                || (held.lease().epoch() == step.after().epoch()
                                        && step.after().past().stream()
                                                .allMatch(
                                                        past ->
                                                                past.epoch()
                                                                        < held.lease().epoch())));
    }

    @Test
    void every_lease_that_ended_is_remembered_once_unless_it_never_reached_its_runner() {
        always(
                step -> {
                    var job = step.after();
                    boolean ended =
                            step.before().state() instanceof Held && job.state() instanceof Queued;
                    int more = ended && !(step.command() instanceof Retract) ? 1 : 0;
                    return job.past().size() == step.before().past().size() + more
                            && job.past().stream().map(PastLease::epoch).distinct().count()
                                    == job.past().size();
                });
    }

    @Test
    void a_lease_that_never_reached_its_runner_neither_ends_the_job_nor_counts_for_anything() {
        always(
                step ->
                        !(step.command() instanceof Retract)
                                || !step.isAccepted()
                                || step.before().state() instanceof Canceling
                                || (step.after().state() instanceof Queued
                                        && step.after().tally().equals(step.before().tally())
                                        && step.after().state().attempt()
                                                == step.before().state().attempt()));
    }

    @Test
    void only_the_process_that_holds_a_lease_can_disown_it() {
        always(
                step ->
                        !(step.command() instanceof Disown disown)
                                || !step.isAccepted()
                                || (step.before().state() instanceof Held held
                                        && disown.instance() != null
                                        && disown.instance().equals(held.lease().instance())));
    }

    @Test
    void a_job_is_quarantined_only_by_different_runners() {
        always(
                step -> {
                    if (!(step.after().state() instanceof Finished done)
                            || step.before().isFinished()
                            || done.outcome().cause() != Cause.QUARANTINED) {
                        return true;
                    }
                    var leases = new ArrayList<>(step.after().past());
                    leases.add(done.lease());
                    // No runner can report that it was lost, but a walk does.
                    return leases.stream().anyMatch(lease -> lease.end() == LeaseEnd.COMPLETED)
                            || leases.stream()
                                            .map(lease -> lease.holder().runner())
                                            .distinct()
                                            .count()
                                    > 1;
                });
    }

    @Test
    void an_AckLease_is_answered_only_while_its_lease_lives() {
        always(
                step ->
                        !(step.command() instanceof Acknowledge)
                                || step.decision() instanceof Decision.Refuse
                                || isLive(step));
    }

    @Test
    void a_live_lease_changes_hands_only_by_ending() {
        always(
                step ->
                        !(step.before().state() instanceof Held was)
                                || !(step.after().state() instanceof Held is)
                                || (was.lease().epoch() == is.lease().epoch()
                                        && was.lease().digest().equals(is.lease().digest())
                                        && was.lease().holder().equals(is.lease().holder())));
    }

    @Test
    void an_attempt_is_handed_over_to_be_kept_with_each_lease_that_ends_and_not_its_job() {
        always(
                step -> {
                    int more = step.after().past().size() - step.before().past().size();
                    var ended = step.decision() instanceof Accept accept ? accept.ended() : null;
                    return more == 0
                            ? ended == null
                            : ended != null
                                    && ended.epoch() == step.after().past().getLast().epoch()
                                    && ended.attempt() == step.before().state().attempt();
                });
    }

    @Test
    void no_lease_outlives_the_deadline_of_its_job_unless_it_is_being_canceled() {
        always(
                step -> {
                    var deadline = step.after().plan().deadline();
                    return deadline == null
                            || !(step.after().state() instanceof Held held)
                            || held instanceof Canceling
                            || !held.lease().expiresAt().isAfter(deadline);
                });
    }

    @Test
    void a_finished_job_never_changes() {
        always(step -> !step.before().isFinished() || step.after().equals(step.before()));
    }

    @Test
    void a_job_whose_cancel_was_requested_is_canceling_until_it_ends_as_canceled() {
        always(
                step ->
                        !(step.before().state() instanceof Canceling)
                                || step.after().state() instanceof Canceling
                                || status(step.after()) == FinalStatus.CANCELED);
    }

    @Test
    void only_the_holder_of_the_live_lease_can_make_a_job_succeed() {
        always(
                step ->
                        step.before().isFinished()
                                || status(step.after()) != FinalStatus.SUCCEEDED
                                || (step.command() instanceof Complete && isLive(step)));
    }

    @Test
    void a_message_without_the_live_lease_changes_nothing() {
        always(
                step ->
                        !(step.command() instanceof LeaseMessage)
                                || isLive(step)
                                || !step.isAccepted());
    }

    @Test
    void a_runner_is_told_to_stop_only_if_its_lease_is_not_live() {
        always(
                step ->
                        !(step.decision() instanceof Decision.Refuse(var reason))
                                || !(step.command() instanceof LeaseMessage)
                                || reason.isStale() != isLive(step));
    }

    @Test
    void a_message_that_ended_a_lease_gets_an_equal_answer_when_it_is_repeated() {
        always(
                step ->
                        switch (step.command()) {
                            case Complete _, ConfirmCancel _, Release _
                                    when step.decision() instanceof Accept accept ->
                                    RULES.decide(accept.next(), step.command(), step.now())
                                            .equals(new Repeat(accept.answer()));
                            default -> true;
                        });
    }

    @Test
    void an_accepted_AckLease_gets_an_equal_answer_when_it_is_repeated_at_once() {
        always(
                step ->
                        !(step.command() instanceof Command.Acknowledge)
                                || !(step.decision() instanceof Accept accept)
                                || RULES.decide(accept.next(), step.command(), step.now())
                                        .equals(new Repeat(accept.answer())));
    }

    @Test
    void no_answer_promises_a_runner_more_time_than_its_lease_has() {
        always(
                step -> {
                    if (!(step.after().state() instanceof Held held) || !isLive(step)) {
                        return true;
                    }
                    return switch (step.decision()) {
                        case Accept(_, _, Answer.Renewed(var ttl, _), _) ->
                                !step.now().plus(ttl).isAfter(held.lease().expiresAt())
                                        && (!(held instanceof Leased leased)
                                                || ttl.isZero()
                                                || !step.now().plus(ttl).isAfter(leased.ackBy()));
                        case Accept(_, _, Answer.Acknowledged(var ttl, _), _) ->
                                !step.now().plus(ttl).isAfter(held.lease().expiresAt());
                        case Repeat(Answer.Acknowledged(var ttl, _)) ->
                                !step.now().plus(ttl).isAfter(held.lease().expiresAt());
                        default -> true;
                    };
                });
    }

    @Test
    void exactly_the_ready_and_the_held_that_have_a_gate_take_a_place_there() {
        always(
                step ->
                        step.after().holdsGate()
                                == switch (step.after().state()) {
                                    case Ready _, Leased _, Running _, Canceling _ ->
                                            step.after().plan().gate() != null;
                                    case Blocked _, Delayed _, Gated _, Finished _ -> false;
                                });
    }

    @Test
    void a_job_takes_a_place_at_its_gate_only_by_being_admitted() {
        always(
                step ->
                        step.before().holdsGate()
                                || !step.after().holdsGate()
                                || step.command() instanceof Command.Admit);
    }

    @Test
    void whatever_is_accepted_leaves_one_event_but_heartbeats_and_all_needs_but_the_last() {
        always(
                step ->
                        switch (step.decision()) {
                            case Accept accept ->
                                    accept.events().size() == (isSilent(step) ? 0 : 1);
                            case Decision.Repeat _, Decision.Refuse _ -> true;
                        });
    }

    @Test
    void the_last_event_of_a_job_and_no_other_is_that_it_finished() {
        always(
                step ->
                        !(step.decision() instanceof Accept accept)
                                || accept.next().isFinished()
                                        == accept.events().stream()
                                                .anyMatch(e -> e.kind() == Event.Kind.FINISHED));
    }

    /// So that the other tests speak of something.
    @Test
    void the_walks_reach_every_state_every_cause_and_every_refusal() {
        var states = new HashMap<String, Integer>();
        var causes = new EnumMap<Cause, Integer>(Cause.class);
        var refusals = new EnumMap<Refusal, Integer>(Refusal.class);
        RandomWalk.check(
                step -> {
                    states.merge(step.after().state().getClass().getSimpleName(), 1, Integer::sum);
                    if (step.after().state() instanceof Finished done) {
                        causes.merge(done.outcome().cause(), 1, Integer::sum);
                    }
                    if (step.decision() instanceof Decision.Refuse(var reason)) {
                        refusals.merge(reason, 1, Integer::sum);
                    }
                });

        assertThat(states.keySet())
                .containsExactlyInAnyOrderElementsOf(EveryState.recordsOf(JobState.class));
        assertThat(causes).containsOnlyKeys(Cause.values());
        // The store refuses that one, not the rules.
        assertThat(refusals.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        EnumSet.complementOf(EnumSet.of(Refusal.NOT_STORED)));
    }

    private static boolean granted(Step step) {
        return step.isAccepted() && step.command() instanceof Command.Claim;
    }

    private static boolean isSilent(Step step) {
        return step.command() instanceof Beat
                || (step.command() instanceof NeedMet && step.after().state() instanceof Blocked);
    }

    /// Whether the message spoke for the lease that was live when it came.
    private static boolean isLive(Step step) {
        return step.command() instanceof LeaseMessage message
                && step.before().state() instanceof Held held
                && held.lease().isNamedBy(message.lease(), message.by())
                && step.now().isBefore(held.lease().expiresAt());
    }

    private static @Nullable FinalStatus status(Job job) {
        return job.state() instanceof Finished done ? done.outcome().status() : null;
    }
}
