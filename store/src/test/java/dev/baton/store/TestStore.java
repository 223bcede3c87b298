package dev.baton.store;

import dev.baton.core.LeaseTerms;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// A store of its own for a test class, and the one thing that the databases do differently: how time passes.
interface TestStore extends AutoCloseable {

    StoreConfig config();

    InstantSource clock();

    /// A connection past the engine, to look at the tables or to tamper with them.
    Connection connect() throws SQLException;

    /// Makes every deadline in the store come nearer by so much.
    void passTime(Duration time);

    default Engine open(LeaseTerms terms, CommitListener listener) {
        return Engines.open(config(), terms, clock(), listener);
    }

    default void execute(String sql) {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    default <T> List<T> query(String sql, Session.RowReader<T> reader) {
        try (var connection = connect();
                var rows = connection.createStatement().executeQuery(sql)) {
            var result = new ArrayList<T>();
            while (rows.next()) {
                result.add(reader.read(rows));
            }
            return result;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    default long count(String sql) {
        return query(sql, row -> row.getLong(1)).getFirst();
    }

    @Override
    void close();
}
