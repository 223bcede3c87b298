package dev.baton.core;

import java.util.List;

/// What the rules say to a command.
public sealed interface Decision {
    /// The job changes to [#next]; the events say how.
    record Accept(Job next, List<Event> events, Answer answer) implements Decision {}

    /// The command was accepted before: nothing changes, the answer is the same again.
    record Repeat(Answer answer) implements Decision {}

    /// Nothing changes.
    record Refuse(Refusal reason) implements Decision {}
}
