package dev.baton.chaos.proof;

import dev.baton.chaos.proof.Violation.Kind;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The calls that failed, and no others, are dead letters, once each.
final class LetterRules {
    private LetterRules() {}

    static List<Violation> check(Collection<CallHistory> calls, List<String> letters) {
        var found = new ArrayList<Violation>();
        Set<String> listed = new HashSet<>();
        for (String letter : letters) {
            if (!listed.add(letter)) {
                found.add(new Violation(Kind.DOUBLED, letter, "it is a dead letter twice"));
            }
        }
        for (CallHistory call : calls) {
            boolean hasFailed = call.job().status().equals("FAILED");
            boolean isLetter = listed.remove(call.job().id());
            if (hasFailed != isLetter) {
                found.add(
                        new Violation(
                                hasFailed ? Kind.LOST : Kind.BROKEN_PROMISE,
                                call.job().id(),
                                hasFailed
                                        ? "it failed and is no dead letter"
                                        : "it is %s and a dead letter"
                                                .formatted(call.job().status())));
            }
        }
        listed.forEach(
                letter ->
                        found.add(
                                new Violation(
                                        Kind.BROKEN_PROMISE,
                                        letter,
                                        "a dead letter of which nobody knows the call")));
        return found;
    }
}
