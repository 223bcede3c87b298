package dev.baton.executor.pool;

import dev.baton.sandbox.Output.Source;

/// Takes what the handler of a call prints, as far as it is known to be of this call.
///
/// One thread at a time for each source calls it, not before the call is sent and seldom after its result is there. As long as it does not
/// return, the process can print no more than a pipe holds.
@FunctionalInterface
public interface CallOutput {
    /// Some bytes were printed.
    ///
    /// @param bytes valid only during the call
    void printed(Source source, byte[] bytes, int offset, int length);
}
