package dev.baton.sandbox;

/// What a process reads from and prints to. It gets no other descriptors.
record Descriptors(int stdin, int stdout, int stderr) {
    /// `/dev/null`.
    static final int NOWHERE = -1;

    static final Descriptors NONE = new Descriptors(NOWHERE, NOWHERE, NOWHERE);
}
