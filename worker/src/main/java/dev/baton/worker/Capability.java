package dev.baton.worker;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// What two ends can agree on. A message is allowed only where both know its capability.
public enum Capability {
    /// The worker may ask for the end of its machine.
    SHUTDOWN("shutdown"),
    /// The supervisor may tell that the machine is about to go away.
    GRACEFUL_TERMINATION("graceful-termination"),
    /// That message may say how much time is left.
    GRACEFUL_TERMINATION_DEADLINE("graceful-termination-deadline"),
    /// The worker may hand over structured lines of its log.
    LOG("log"),
    /// The worker may report errors that somebody should look at.
    ERROR_REPORT("error-report"),
    /// The supervisor may hand over fresh credentials.
    NEW_CREDENTIALS("new-credentials"),
    /// The supervisor may ask for a sign of life.
    PING("ping");

    private final String word;

    Capability(String word) {
        this.word = word;
    }

    /// Its name on the wire.
    public String word() {
        return word;
    }

    public static Optional<Capability> of(String word) {
        return Arrays.stream(values()).filter(known -> known.word.equals(word)).findAny();
    }

    /// Those of a list that are known here; the others are nobody's business.
    public static Set<Capability> known(Collection<String> words) {
        Set<Capability> known = EnumSet.noneOf(Capability.class);
        words.forEach(word -> of(word).ifPresent(known::add));
        return known;
    }
}
