package dev.baton.store;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Commands that came together and that the store did not take together: tried in halves, in order, until the one that it
/// cannot take is alone. That one is refused, and the others are done.
final class Frame {
    private static final Logger LOG = LoggerFactory.getLogger(Frame.class);

    private final Transaction transaction;
    private final Parking parking;
    private final Predicate<Throwable> isLockTimeout;

    /// Runs requests in one transaction and answers them.
    @FunctionalInterface
    interface Transaction {
        void run(List<Request> requests) throws SQLException;
    }

    /// @param isLockTimeout whether another transaction kept rows locked for too long
    Frame(Transaction transaction, Parking parking, Predicate<Throwable> isLockTimeout) {
        this.transaction = transaction;
        this.parking = parking;
        this.isLockTimeout = isLockTimeout;
    }

    /// @return a reply to each command
    /// @throws StoreException if the store is not there
    /// @throws SQLException if rows are locked for too long; what was done already is answered alike when it is repeated
    List<Reply> halves(Request.Telling telling) throws SQLException {
        int middle = telling.commands.size() / 2;
        var replies = new ArrayList<>(run(telling.commands.subList(0, middle), List.of()));
        var rest = telling.commands.subList(middle, telling.commands.size());
        replies.addAll(run(rest, telling.asking));
        return replies;
    }

    private List<Reply> run(List<Addressed> commands, List<WaitingRunner> asking)
            throws SQLException {
        var part = new Request.Telling(commands, asking);
        try {
            transaction.run(List.of(part));
            return part.await(0);
        } catch (RuntimeException | SQLException | StackOverflowError | LinkageError e) {
            if (isOfTheStore(e)) {
                throw e;
            }
            if (commands.size() > 1) {
                return halves(part);
            }
            LOG.error("a message could not be stored", e);
            asking.forEach(parking::park);
            return commands.stream().map(_ -> Reply.NOT_STORED).toList();
        }
    }

    /// Whether it has nothing to do with what the commands say.
    private boolean isOfTheStore(Throwable e) {
        return isLockTimeout.test(e)
                || (e instanceof StoreException store
                        && store.code() != StoreException.Code.BROKEN);
    }
}
