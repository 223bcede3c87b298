package dev.baton.sandbox;

/// How far a box keeps what runs in it away from the machine.
public enum Isolation {
    /// Processes like any other, in a session of their own.
    PROCESS,
    /// In addition, bubblewrap: of the file system only the box's directory can be written, other processes cannot be seen.
    BUBBLEWRAP
}
