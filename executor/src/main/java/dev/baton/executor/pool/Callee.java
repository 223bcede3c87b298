package dev.baton.executor.pool;

/// A process, for whoever makes a call there.
interface Callee {
    /// What it is called in messages: `process 17 of executor python`.
    String title();

    /// Sends a request. It is settled sooner or later, at the end of the process at the latest.
    ///
    /// @return false if it cannot be sent; nothing was
    boolean send(Exchange exchange);

    /// Tells it to end a call. Whether it hears that shows when it answers.
    void cancel(Exchange exchange, boolean isHard);

    /// It has to go, because of this call. The first one who says why is believed.
    void condemnFor(Exchange culprit, String reason);
}
