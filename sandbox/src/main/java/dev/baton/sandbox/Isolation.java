package dev.baton.sandbox;

/// How far a box keeps what runs in it away from the machine.
public enum Isolation {
    /// Processes like any other, in a session of their own.
    PROCESS,
    /// In addition, bubblewrap: of the file system only the box's directory can be written, other processes cannot be seen.
    BUBBLEWRAP,
    /// In addition, a network of its own that has nothing but a loopback interface: no address of this machine or any other can be
    /// reached. Unix sockets in the file system still can.
    NO_NETWORK
}
