package dev.baton.store;

/// An answer that comes with a transaction that is still to be run: see [SteppedEngine].
public final class Pending<T> {
    private final Request.Awaited<T> request;

    Pending(Request.Awaited<T> request) {
        this.request = request;
    }

    public boolean isAnswered() {
        return request.isAnswered();
    }

    /// The answer, once there is one.
    ///
    /// @throws StoreException if the store could not do it, or there is no answer yet
    public T get() {
        return request.await(0);
    }
}
