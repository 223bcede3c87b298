package dev.baton.chaos.proof;

import dev.baton.chaos.proof.CallHistory.Lease;
import dev.baton.chaos.proof.Violation.Kind;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What has to be true of the executions of a call, by what they noted themselves.
///
/// Notes are appended to one file, so their order is the order of what happened, whatever clocks say.
final class CallRules {
    private final CallHistory call;
    private final Duration ttl;
    private final List<Violation> found = new ArrayList<>();

    private CallRules(CallHistory call, Duration ttl) {
        this.call = call;
        this.ttl = ttl;
    }

    /// @param ttl for how long work may go on of which nobody confirmed that it stopped
    static List<Violation> check(CallHistory call, Duration ttl) {
        var rules = new CallRules(call, ttl);
        rules.noTwoAtOnce();
        rules.eachUnderALease();
        rules.theResultIsOfOneThatEnded();
        return rules.found;
    }

    private void noTwoAtOnce() {
        String newest = "";
        Set<String> started = new HashSet<>();
        for (CallNote note : call.notes()) {
            if (note.is("start")) {
                newest = note.request();
                if (!started.add(newest)) {
                    add(Kind.DOUBLED, "request %s was executed twice".formatted(newest));
                }
            } else if (!note.request().equals(newest)) {
                add(
                        Kind.DOUBLED,
                        "request %s was executed while %s was".formatted(note.request(), newest));
            }
        }
    }

    /// From its first note to its last.
    private void eachUnderALease() {
        List<Lease> leases = call.leases();
        Set<String> named = new HashSet<>();
        for (CallNote note : call.notes()) {
            boolean isCovered = leases.stream().anyMatch(lease -> covers(lease, note));
            if (!isCovered && named.add(note.request())) {
                add(
                        Kind.STALE_WRITE,
                        "request %s of %s was executed (%s) when it had no lease"
                                .formatted(note.request(), note.runner(), note.word()));
            }
        }
    }

    private boolean covers(Lease lease, CallNote note) {
        Instant to = lease.isUnconfirmed() ? lease.to().plus(ttl) : lease.to();
        return lease.runner().equals(note.runner())
                && !note.at().isBefore(lease.from())
                && !note.at().isAfter(to);
    }

    private void theResultIsOfOneThatEnded() {
        if (!call.job().status().equals("SUCCEEDED")) {
            return;
        }
        boolean isWell =
                call.notes().stream()
                        .anyMatch(note -> note.is("end") && note.request().equals(call.result()));
        if (!isWell) {
            add(
                    Kind.LOST,
                    "its result is of request '%s', which no execution answered"
                            .formatted(call.result()));
        }
    }

    private void add(Kind kind, String what) {
        found.add(new Violation(kind, call.job().id(), what));
    }
}
