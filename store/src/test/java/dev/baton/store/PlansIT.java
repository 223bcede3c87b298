package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// A lane keeps its plans. One that was made while a table was empty has to be right when there are a million rows.
class PlansIT {
    private static final List<Table<Entry>> WRITTEN =
            List.of(
                    JobStateTable.renewals("job_state_held"),
                    JobStateTable.changes("job_state_held"),
                    JobStateTable.changes("job_state_queued"));
    private static final List<Table<Entry>> REMOVED =
            List.of(
                    JobStateTable.removals("job_state_held"),
                    JobStateTable.removals("job_state_queued"));

    @ParameterizedTest
    @EnumSource
    void rows_are_changed_and_removed_by_their_key_even_if_the_plan_was_made_for_an_empty_table(
            TestRelease release) throws SQLException {
        try (var store = new PostgresStore(release);
                var connection = connectAsLane(store)) {
            assertRowsAreFoundByKey(connection); // PostgreSQL guesses
            store.execute("VACUUM ANALYZE");
            assertRowsAreFoundByKey(connection); // and now it knows that there is nothing
        }
    }

    private static void assertRowsAreFoundByKey(Connection connection) throws SQLException {
        for (var table : WRITTEN) {
            assertFoundByKey(connection, table, PostgresDialect.updateSql(table));
        }
        for (var table : REMOVED) {
            assertFoundByKey(connection, table, PostgresDialect.deleteSql(table));
        }
    }

    private static void assertFoundByKey(Connection connection, Table<Entry> table, String sql)
            throws SQLException {
        assertThat(plan(connection, table, sql))
                .containsPattern("Tid Scan on %s t".formatted(table.name()))
                .containsPattern("Index Scan using %s_pkey on %1$s f".formatted(table.name()))
                .contains("Index Cond: (job_id = v.c0)")
                .doesNotContain("Seq Scan")
                .doesNotContain("Materialize");
    }

    private static String plan(Connection connection, Table<Entry> table, String sql)
            throws SQLException {
        var numbered = sql;
        var nulls = new ArrayList<String>();
        for (int i = 1; i <= table.withVersion().size(); i++) {
            numbered = numbered.replaceFirst("\\?", "\\$" + i);
            nulls.add("NULL");
        }
        try (var statement = connection.createStatement()) {
            statement.execute("PREPARE written AS " + numbered);
            var lines = new StringBuilder();
            try (var rows =
                    statement.executeQuery(
                            "EXPLAIN EXECUTE written(%s)".formatted(String.join(", ", nulls)))) {
                while (rows.next()) {
                    lines.append(rows.getString(1)).append('\n');
                }
            }
            statement.execute("DEALLOCATE written");
            return lines.toString();
        }
    }

    private static Connection connectAsLane(PostgresStore store) throws SQLException {
        var config = (StoreConfig.Postgres) store.config();
        var source = new PGSimpleDataSource();
        source.setUrl(config.url());
        source.setOptions(PostgresDatabase.LANE_OPTIONS);
        return source.getConnection();
    }
}
