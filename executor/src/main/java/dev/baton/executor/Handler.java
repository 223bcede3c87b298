package dev.baton.executor;

import org.jspecify.annotations.Nullable;

/// A function that can be called by its name. Calls come at the same time, each on a virtual thread of its own.
///
/// A handler should obey interrupts: its thread is interrupted when the call is cancelled, when its deadline passes, when the caller is
/// gone and when the executor stops.
@FunctionalInterface
public interface Handler {
    /// Executes one call.
    ///
    /// @return the result: anything that Jackson can write, [RawJson] as it is, or null
    /// @throws RetryException to be called again later
    /// @throws FatalException if there is no point in that
    /// @throws Exception for an error with the name of its class
    @Nullable Object handle(Arguments arguments, CallContext context) throws Exception;
}
