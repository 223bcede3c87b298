package dev.baton.store;

import dev.baton.core.JobId;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/// The other orchestrators that share the store.
interface Neighbours extends AutoCloseable {
    /// Nobody else: a store in this process.
    Neighbours NONE =
            new Neighbours() {
                @Override
                public void tell(Session session, Map<Integer, Integer> ready, List<JobId> jobs) {}

                @Override
                public void close() {}
            };

    /// Tells them, if there are any, what this transaction made ready and whose watchers should look. They hear it
    /// when the transaction is committed; a notice may be lost.
    void tell(Session session, Map<Integer, Integer> ready, List<JobId> jobs) throws SQLException;

    @Override
    void close();
}
