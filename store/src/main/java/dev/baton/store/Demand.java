package dev.baton.store;

import dev.baton.core.Capabilities;
import dev.baton.core.LeaseHolder;

import java.util.List;

/// A runner that wants jobs. It stays until it has what it wants or is closed.
///
/// [#want] and [#close] may be called from any thread. Grants arrive after their commit, on a thread of the
/// engine: the sink must not block.
public interface Demand extends AutoCloseable {
    LeaseHolder holder();

    Capabilities capabilities();

    /// Whether the runner acknowledges with its request whatever it is granted: then the job runs from the grant on.
    boolean acknowledges();

    /// Adds to the number of jobs that the runner wants. Grants count down from it.
    ///
    /// It adds because the two ends see grants at different times: a runner that says "one more" for each
    /// slot that became free is never given more than it has slots.
    void want(int jobs);

    /// No grant reaches the sink once this returned; a lease granted meanwhile is given back.
    @Override
    void close();

    /// Where grants go.
    @FunctionalInterface
    interface Sink {
        /// Takes leases, or says that it cannot: then they are given back at once.
        boolean take(List<Grant> grants);
    }
}
