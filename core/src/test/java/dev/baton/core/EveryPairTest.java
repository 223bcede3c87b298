package dev.baton.core;

import static dev.baton.core.EveryState.COMMANDS;
import static dev.baton.core.EveryState.EARLIER;
import static dev.baton.core.EveryState.MESSAGES;
import static dev.baton.core.EveryState.OWN;
import static dev.baton.core.EveryState.STATES;
import static dev.baton.core.EveryState.job;
import static dev.baton.core.EveryState.recordsOf;
import static dev.baton.core.Jobs.BOB;
import static dev.baton.core.Jobs.START;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Every command in every state, as tables. A new state or command fails here until its rows are written.
///
/// A decision is the next state, its events and the answer; or `again` and the answer; or the refusal.
class EveryPairTest {
    private static final Instant AFTER_EVERY_DEADLINE = START.plus(Duration.ofDays(1));

    /// What the orchestrator and its users ask: at once, and after every deadline has passed.
    private static final String ASKED =
            """
            state     | command    | at once                          | after every deadline
            Blocked   | NeedMet    | Gated [UNBLOCKED] Done           | Gated [UNBLOCKED] Done
            Blocked   | NeedFailed | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Blocked   | Admit      | NOT_WAITING                      | NOT_WAITING
            Blocked   | Claim      | NOT_WAITING                      | NOT_WAITING
            Blocked   | Discard    | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Blocked   | Disown     | NOT_WAITING                      | NOT_WAITING
            Blocked   | Retract    | NOT_WAITING                      | NOT_WAITING
            Blocked   | Cancel     | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Blocked   | Sweep      | NOTHING_DUE                      | NOTHING_DUE

            Delayed   | NeedMet    | NOT_WAITING                      | NOT_WAITING
            Delayed   | NeedFailed | NOT_WAITING                      | NOT_WAITING
            Delayed   | Admit      | NOT_WAITING                      | NOT_WAITING
            Delayed   | Claim      | NOT_WAITING                      | NOT_WAITING
            Delayed   | Discard    | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Delayed   | Disown     | NOT_WAITING                      | NOT_WAITING
            Delayed   | Retract    | NOT_WAITING                      | NOT_WAITING
            Delayed   | Cancel     | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Delayed   | Sweep      | NOTHING_DUE                      | Gated [WOKEN] Done

            Gated     | NeedMet    | NOT_WAITING                      | NOT_WAITING
            Gated     | NeedFailed | NOT_WAITING                      | NOT_WAITING
            Gated     | Admit      | Ready [ADMITTED] Done            | Ready [ADMITTED] Done
            Gated     | Claim      | NOT_WAITING                      | NOT_WAITING
            Gated     | Discard    | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Gated     | Disown     | NOT_WAITING                      | NOT_WAITING
            Gated     | Retract    | NOT_WAITING                      | NOT_WAITING
            Gated     | Cancel     | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Gated     | Sweep      | NOTHING_DUE                      | NOTHING_DUE

            Ready     | NeedMet    | NOT_WAITING                      | NOT_WAITING
            Ready     | NeedFailed | NOT_WAITING                      | NOT_WAITING
            Ready     | Admit      | NOT_WAITING                      | NOT_WAITING
            Ready     | Claim      | Leased [GRANTED] Granted         | Leased [GRANTED] Granted
            Ready     | Discard    | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Ready     | Disown     | NOT_WAITING                      | NOT_WAITING
            Ready     | Retract    | NOT_WAITING                      | NOT_WAITING
            Ready     | Cancel     | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Ready     | Sweep      | NOTHING_DUE                      | NOTHING_DUE

            Leased    | NeedMet    | NOT_WAITING                      | NOT_WAITING
            Leased    | NeedFailed | NOT_WAITING                      | NOT_WAITING
            Leased    | Admit      | NOT_WAITING                      | NOT_WAITING
            Leased    | Claim      | NOT_WAITING                      | NOT_WAITING
            Leased    | Discard    | NOT_WAITING                      | NOT_WAITING
            Leased    | Disown     | Gated [REQUEUED] Done            | Gated [REQUEUED] Done
            Leased    | Retract    | Gated [REQUEUED] Done            | Gated [REQUEUED] Done
            Leased    | Cancel     | Canceling [CANCEL_REQUESTED] Done | Canceling [CANCEL_REQUESTED] Done
            Leased    | Sweep      | NOTHING_DUE                      | Gated [REQUEUED] Done

            Running   | NeedMet    | NOT_WAITING                      | NOT_WAITING
            Running   | NeedFailed | NOT_WAITING                      | NOT_WAITING
            Running   | Admit      | NOT_WAITING                      | NOT_WAITING
            Running   | Claim      | NOT_WAITING                      | NOT_WAITING
            Running   | Discard    | NOT_WAITING                      | NOT_WAITING
            Running   | Disown     | Gated [REQUEUED] Done            | Gated [REQUEUED] Done
            Running   | Retract    | Gated [REQUEUED] Done            | Gated [REQUEUED] Done
            Running   | Cancel     | Canceling [CANCEL_REQUESTED] Done | Canceling [CANCEL_REQUESTED] Done
            Running   | Sweep      | NOTHING_DUE                      | Gated [REQUEUED] Done

            Canceling | NeedMet    | NOT_WAITING                      | NOT_WAITING
            Canceling | NeedFailed | NOT_WAITING                      | NOT_WAITING
            Canceling | Admit      | NOT_WAITING                      | NOT_WAITING
            Canceling | Claim      | NOT_WAITING                      | NOT_WAITING
            Canceling | Discard    | NOT_WAITING                      | NOT_WAITING
            Canceling | Disown     | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Canceling | Retract    | Finished [FINISHED] Done         | Finished [FINISHED] Done
            Canceling | Cancel     | again Done                       | again Done
            Canceling | Sweep      | NOTHING_DUE                      | Finished [FINISHED] Done

            Finished  | NeedMet    | NOT_WAITING                      | NOT_WAITING
            Finished  | NeedFailed | NOT_WAITING                      | NOT_WAITING
            Finished  | Admit      | NOT_WAITING                      | NOT_WAITING
            Finished  | Claim      | ALREADY_FINISHED                 | ALREADY_FINISHED
            Finished  | Discard    | ALREADY_FINISHED                 | ALREADY_FINISHED
            Finished  | Disown     | ALREADY_FINISHED                 | ALREADY_FINISHED
            Finished  | Retract    | ALREADY_FINISHED                 | ALREADY_FINISHED
            Finished  | Cancel     | ALREADY_FINISHED                 | ALREADY_FINISHED
            Finished  | Sweep      | NOTHING_DUE                      | NOTHING_DUE
            """;

    /// What runners say with the lease of a held or finished job (a queued job has none): in time, and after the TTL.
    private static final String SAID =
            """
            state     | message       | with the job's lease                | after its TTL
            Blocked   | Acknowledge   | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Blocked   | Beat          | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Blocked   | Complete      | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Blocked   | ConfirmCancel | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Blocked   | Release       | UNKNOWN_LEASE                       | UNKNOWN_LEASE

            Delayed   | Acknowledge   | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Delayed   | Beat          | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Delayed   | Complete      | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Delayed   | ConfirmCancel | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Delayed   | Release       | UNKNOWN_LEASE                       | UNKNOWN_LEASE

            Gated     | Acknowledge   | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Gated     | Beat          | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Gated     | Complete      | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Gated     | ConfirmCancel | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Gated     | Release       | UNKNOWN_LEASE                       | UNKNOWN_LEASE

            Ready     | Acknowledge   | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Ready     | Beat          | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Ready     | Complete      | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Ready     | ConfirmCancel | UNKNOWN_LEASE                       | UNKNOWN_LEASE
            Ready     | Release       | UNKNOWN_LEASE                       | UNKNOWN_LEASE

            Leased    | Acknowledge   | Running [ACKNOWLEDGED] Acknowledged | LEASE_EXPIRED
            Leased    | Beat          | Leased [] Renewed                   | LEASE_EXPIRED
            Leased    | Complete      | Finished [FINISHED] Completed       | LEASE_EXPIRED
            Leased    | ConfirmCancel | CANCEL_NOT_REQUESTED                | LEASE_EXPIRED
            Leased    | Release       | Gated [REQUEUED] Released           | LEASE_EXPIRED

            Running   | Acknowledge   | again Acknowledged                  | LEASE_EXPIRED
            Running   | Beat          | Running [] Renewed                  | LEASE_EXPIRED
            Running   | Complete      | Finished [FINISHED] Completed       | LEASE_EXPIRED
            Running   | ConfirmCancel | CANCEL_NOT_REQUESTED                | LEASE_EXPIRED
            Running   | Release       | Gated [REQUEUED] Released           | LEASE_EXPIRED

            Canceling | Acknowledge   | again Acknowledged                  | LEASE_EXPIRED
            Canceling | Beat          | Canceling [] Renewed                | LEASE_EXPIRED
            Canceling | Complete      | Finished [FINISHED] Completed       | LEASE_EXPIRED
            Canceling | ConfirmCancel | Finished [FINISHED] CancelConfirmed | LEASE_EXPIRED
            Canceling | Release       | Finished [FINISHED] CancelConfirmed | LEASE_EXPIRED

            Finished  | Acknowledge   | LEASE_COMPLETED                     | LEASE_COMPLETED
            Finished  | Beat          | LEASE_COMPLETED                     | LEASE_COMPLETED
            Finished  | Complete      | again Completed                     | again Completed
            Finished  | ConfirmCancel | LEASE_COMPLETED                     | LEASE_COMPLETED
            Finished  | Release       | LEASE_COMPLETED                     | LEASE_COMPLETED
            """;

    /// What runners say with a lease that ended like this: an earlier one, in whatever state the job is; the one
    /// that ended the job, canceled with the runner's confirmation; and without it.
    private static final String SAID_TOO_LATE =
            """
            message       | its end   | an earlier lease   | the last lease     | its cancel was forced
            Acknowledge   | COMPLETED | LEASE_COMPLETED    | LEASE_COMPLETED    | LEASE_COMPLETED
            Acknowledge   | CANCELED  | LEASE_CANCELED     | LEASE_CANCELED     | LEASE_CANCELED
            Acknowledge   | RELEASED  | LEASE_RELEASED     | LEASE_RELEASED     | LEASE_RELEASED
            Acknowledge   | EXPIRED   | LEASE_EXPIRED      | LEASE_EXPIRED      | LEASE_EXPIRED
            Acknowledge   | REVOKED   | LEASE_REVOKED      | LEASE_REVOKED      | LEASE_REVOKED

            Beat          | COMPLETED | LEASE_COMPLETED    | LEASE_COMPLETED    | LEASE_COMPLETED
            Beat          | CANCELED  | LEASE_CANCELED     | LEASE_CANCELED     | LEASE_CANCELED
            Beat          | RELEASED  | LEASE_RELEASED     | LEASE_RELEASED     | LEASE_RELEASED
            Beat          | EXPIRED   | LEASE_EXPIRED      | LEASE_EXPIRED      | LEASE_EXPIRED
            Beat          | REVOKED   | LEASE_REVOKED      | LEASE_REVOKED      | LEASE_REVOKED

            Complete      | COMPLETED | again Completed    | again Completed    | again Completed
            Complete      | CANCELED  | LEASE_CANCELED     | LEASE_CANCELED     | LEASE_CANCELED
            Complete      | RELEASED  | LEASE_RELEASED     | LEASE_RELEASED     | LEASE_RELEASED
            Complete      | EXPIRED   | LEASE_EXPIRED      | LEASE_EXPIRED      | LEASE_EXPIRED
            Complete      | REVOKED   | LEASE_REVOKED      | LEASE_REVOKED      | LEASE_REVOKED

            ConfirmCancel | COMPLETED | LEASE_COMPLETED    | LEASE_COMPLETED    | LEASE_COMPLETED
            ConfirmCancel | CANCELED  | LEASE_CANCELED     | again CancelConfirmed | LEASE_CANCELED
            ConfirmCancel | RELEASED  | LEASE_RELEASED     | LEASE_RELEASED     | LEASE_RELEASED
            ConfirmCancel | EXPIRED   | LEASE_EXPIRED      | LEASE_EXPIRED      | LEASE_EXPIRED
            ConfirmCancel | REVOKED   | LEASE_REVOKED      | LEASE_REVOKED      | LEASE_REVOKED

            Release       | COMPLETED | LEASE_COMPLETED    | LEASE_COMPLETED    | LEASE_COMPLETED
            Release       | CANCELED  | LEASE_CANCELED     | again CancelConfirmed | LEASE_CANCELED
            Release       | RELEASED  | again Released     | again Released     | again Released
            Release       | EXPIRED   | LEASE_EXPIRED      | LEASE_EXPIRED      | LEASE_EXPIRED
            Release       | REVOKED   | LEASE_REVOKED      | LEASE_REVOKED      | LEASE_REVOKED
            """;

    @Test
    void no_pair_of_state_and_command_is_forgotten() {
        var pairs =
                recordsOf(JobState.class).stream()
                        .flatMap(state -> recordsOf(Command.class).stream().map(c -> state + c));

        assertThat(Stream.concat(rows(ASKED), rows(SAID)).map(row -> row.get(0) + row.get(1)))
                .containsExactlyInAnyOrderElementsOf(pairs.toList());
    }

    @Test
    void no_pair_of_message_and_end_of_a_lease_is_forgotten() {
        var pairs =
                recordsOf(Command.LeaseMessage.class).stream()
                        .flatMap(message -> Arrays.stream(LeaseEnd.values()).map(e -> message + e));

        assertThat(rows(SAID_TOO_LATE).map(row -> row.get(0) + row.get(1)))
                .containsExactlyInAnyOrderElementsOf(pairs.toList());
    }

    @TestFactory
    Stream<DynamicTest> what_is_asked_in_a_state() {
        return each(
                ASKED,
                row -> {
                    var command = named(COMMANDS, row.get(1));
                    assertThat(decided(inState(row), command, START)).isEqualTo(row.get(2));
                    assertThat(decided(inState(row), command, AFTER_EVERY_DEADLINE))
                            .isEqualTo(row.get(3));
                });
    }

    @TestFactory
    Stream<DynamicTest> what_is_said_with_the_lease_of_a_job() {
        return each(
                SAID,
                row -> {
                    var message = said(row.get(1), OWN);
                    assertThat(decided(inState(row), message, START)).isEqualTo(row.get(2));
                    assertThat(decided(inState(row), message, AFTER_EVERY_DEADLINE))
                            .isEqualTo(row.get(3));
                });
    }

    @TestFactory
    Stream<DynamicTest> what_is_said_by_another_runner_or_without_the_secret_is_always_refused() {
        var others = List.of(OWN.heldBy(BOB), OWN.forged(), EARLIER.heldBy(BOB), EARLIER.forged());
        return each(
                SAID,
                row -> {
                    for (var lease : others) {
                        assertThat(decided(inState(row), said(row.get(1), lease), START))
                                .isEqualTo("UNKNOWN_LEASE");
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> what_is_said_with_an_earlier_lease_is_answered_alike_in_every_state() {
        return each(
                SAID_TOO_LATE,
                row -> {
                    for (var state : STATES.values()) {
                        var job = job(state, LeaseEnd.valueOf(row.get(1)));
                        assertThat(decided(job, said(row.get(0), EARLIER), START))
                                .as("%s", state)
                                .isEqualTo(row.get(2));
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> what_is_said_with_the_last_lease_of_a_finished_job() {
        return each(
                SAID_TOO_LATE,
                row -> {
                    var message = said(row.get(0), OWN);
                    assertThat(decided(ended(row, Cause.CANCEL_CONFIRMED), message, START))
                            .isEqualTo(row.get(3));
                    assertThat(decided(ended(row, Cause.CANCEL_UNCONFIRMED), message, START))
                            .isEqualTo(row.get(4));
                });
    }

    private static String decided(Job job, Command command, Instant now) {
        return switch (Jobs.RULES.decide(job, command, now)) {
            case Decision.Accept(var next, var events, var answer, _) ->
                    "%s %s %s"
                            .formatted(
                                    name(next.state()),
                                    events.stream().map(Event::kind).toList(),
                                    name(answer));
            case Decision.Repeat(var answer) -> "again " + name(answer);
            case Decision.Refuse(var reason) -> reason.name();
        };
    }

    private static Job inState(List<String> row) {
        return job(named(STATES, row.get(0)), LeaseEnd.REVOKED);
    }

    private static Job ended(List<String> row, Cause cause) {
        var end = LeaseEnd.valueOf(row.get(1));
        return job(EveryState.finished(end, FinalStatus.CANCELED, cause), LeaseEnd.REVOKED);
    }

    private static Command said(String message, Holding lease) {
        return named(MESSAGES, message).apply(lease);
    }

    private static <T> T named(Map<String, T> all, String name) {
        assertThat(all).containsKey(name);
        return all.get(name);
    }

    private static String name(Object value) {
        return value.getClass().getSimpleName();
    }

    private static Stream<DynamicTest> each(String table, Consumer<List<String>> check) {
        return rows(table)
                .map(row -> dynamicTest(row.get(0) + " · " + row.get(1), () -> check.accept(row)));
    }

    /// The rows of a table without its heading, as cells.
    private static Stream<List<String>> rows(String table) {
        return table.lines()
                .skip(1)
                .filter(line -> !line.isBlank())
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList());
    }
}
