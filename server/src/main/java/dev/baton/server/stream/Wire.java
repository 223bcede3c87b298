package dev.baton.server.stream;

/// The connection under a stream: a WebSocket, or one that is simulated. Nothing here blocks.
public interface Wire {
    /// Sends a frame, and calls back once: when it is on its way, or when it will never be.
    void send(String frame, Runnable sent, Runnable failed);

    /// Lets the next frame come.
    void demand();

    /// Asks for a sign of life.
    void ping();

    /// Says goodbye and ends the connection.
    void close(int status, String why);

    /// Ends the connection without a word.
    void cut();
}
