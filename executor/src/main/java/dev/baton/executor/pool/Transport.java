package dev.baton.executor.pool;

/// How an executor is reached.
public enum Transport {
    /// A socket in a directory that nobody else may enter.
    UNIX,
    /// A port on loopback, which anyone on this machine can connect to.
    TCP
}
