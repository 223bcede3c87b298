package dev.baton.sandbox;

/// How a command ended.
///
/// @param code as a shell says it: 128 and the signal, if a signal ended it
public record Exit(int code) {
    public boolean isSuccess() {
        return code == 0;
    }
}
