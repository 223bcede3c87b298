package dev.baton.worker;

import org.jspecify.annotations.Nullable;

/// What is to be done about something that the other end said.
public sealed interface Verdict<M> {
    /// It is said in order.
    ///
    /// @param remark what a person should know about it; null if nothing
    record Act<M>(M message, @Nullable String remark) implements Verdict<M> {}

    /// Nothing, but it counts, and a person may want to know.
    record Ignore<M>(Cause cause, String type, String why) implements Verdict<M> {}

    /// Why something was ignored.
    enum Cause {
        /// It makes no sense.
        INVALID,
        /// It is of a type that is not known here.
        UNKNOWN,
        /// It was not agreed on, or not yet, or was said before.
        REFUSED
    }
}
