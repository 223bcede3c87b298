package dev.baton.sandbox;

/// What is sent to the processes of a box.
enum Signal {
    /// Please end.
    TERM(15),
    /// Go on, if you were stopped: what is stopped cannot end by itself.
    CONT(18),
    /// Stand still, so that you start nothing while we look for the others.
    STOP(19),
    /// End.
    KILL(9);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
