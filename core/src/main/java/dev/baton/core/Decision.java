package dev.baton.core;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What the rules say to a command.
public sealed interface Decision {
    /// The job changes to [#next]; the events say how.
    ///
    /// @param ended the attempt that this ended, if there will be another
    record Accept(Job next, List<Event> events, Answer answer, @Nullable EndedAttempt ended)
            implements Decision {
        public Accept(Job next, List<Event> events, Answer answer) {
            this(next, events, answer, null);
        }
    }

    /// The command was accepted before: nothing changes, the answer is the same again.
    record Repeat(Answer answer) implements Decision {}

    /// Nothing changes.
    record Refuse(Refusal reason) implements Decision {}
}
