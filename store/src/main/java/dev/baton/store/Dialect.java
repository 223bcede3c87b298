package dev.baton.store;

import dev.baton.core.Status;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// Where the two databases differ.
interface Dialect {
    /// A condition on a set of ids that is one parameter, e.g. `= ANY(?)`.
    String amongIds();

    void bindIds(PreparedStatement statement, int index, long[] ids) throws SQLException;

    /// A condition on a set of texts that is one parameter.
    String amongTexts();

    void bindTexts(PreparedStatement statement, int index, List<String> texts) throws SQLException;

    /// Ends a query whose rows of `s` no other transaction may change until this one ends.
    String forUpdate();

    /// The same, passing over rows that another transaction has.
    String forUpdateSkippingLocked();

    /// Ends a query that is run again and again, with a bound on its rows as its last parameter.
    String limit();

    /// The time that decides every deadline.
    Instant now(Session session) throws SQLException;

    /// A number that no orchestrator of this store was given before, from 1.
    long nextBlock(Session session) throws SQLException;

    /// Adds rows, all in as few round trips as the database allows.
    <T> void insert(Session session, Table<T> table, List<T> rows) throws SQLException;

    /// Sets the columns after the first in the rows that the first column names.
    ///
    /// @return how many rows there were
    <T> int update(Session session, Table<T> table, List<T> rows) throws SQLException;

    /// Whether a query is a function call, so that two small ones cost less than one that reads what is known.
    boolean isInProcess();

    /// The table, or the part of one, that queued jobs are in.
    String queuedJobs();

    /// The table, or the part of one, that jobs of a status are in.
    String statesOf(Status status);

    /// The jobs of a status that is not final, newest first, if it takes a look at no more than so many to find them.
    ///
    /// @return null if there are more, or if [#statesOf] is as good a place to look
    @Nullable List<Long> fewLive(Connection connection, Status status, int most)
            throws SQLException;

    /// Adds the states of new jobs.
    void insertStates(Session session, List<Entry> entries) throws SQLException;

    /// Writes the states of jobs that were loaded, if they are still what they were loaded as.
    ///
    /// @return how many were
    int updateStates(Session session, List<Entry> entries) throws SQLException;

    /// The columns of `journal` by which its pages are in the order of their commits, as nearly as can be told.
    String journalOrder();

    /// How far from that order pages can be, in microseconds.
    long journalDisorder();

    /// Starts a transaction.
    void begin(Session session) throws SQLException;

    void commit(Session session) throws SQLException;

    void rollback(Session session) throws SQLException;

    /// Whether the transaction was ended for the sake of another and may simply be run again.
    boolean isContention(SQLException e);

    /// Whether another transaction kept a row locked for longer than a lane waits.
    default boolean isLockTimeout(SQLException e) {
        return false;
    }

    /// Makes the transaction that has just begun wait only a moment for the locks of others.
    default void waitBriefly(Session session) throws SQLException {}

    /// Whether the connection is of no use any more.
    boolean isConnectionLost(SQLException e);

    /// Whether the database can write nothing at the moment, whatever it is asked to: no request is to blame.
    boolean isUnwritable(SQLException e);
}
