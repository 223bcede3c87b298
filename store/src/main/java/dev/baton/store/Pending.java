package dev.baton.store;

import java.util.function.Supplier;

/// An answer that comes with a transaction that is still to be run.
public final class Pending<T> {
    private final Request.Awaited<T> request;
    private final Supplier<T> awaited;

    Pending(Request.Awaited<T> request, Supplier<T> awaited) {
        this.request = request;
        this.awaited = awaited;
    }

    public boolean isAnswered() {
        return request.isAnswered();
    }

    /// Waits for the answer.
    ///
    /// @throws StoreException if the store could not do it
    public T await() {
        return awaited.get();
    }

    /// The answer, once there is one.
    ///
    /// @throws StoreException if the store could not do it, or there is no answer yet
    public T get() {
        return request.await(0);
    }
}
