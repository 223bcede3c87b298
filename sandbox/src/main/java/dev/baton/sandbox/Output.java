package dev.baton.sandbox;

/// Takes what a command prints. One thread for each source calls it; as long as it does not return, the command can print
/// no more than a pipe holds.
public interface Output {
    enum Source {
        STDOUT,
        STDERR
    }

    /// Some bytes were printed.
    ///
    /// @param bytes valid only during the call
    void printed(Source source, byte[] bytes, int length);
}
