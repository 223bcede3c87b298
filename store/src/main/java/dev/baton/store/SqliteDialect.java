package dev.baton.store;

import dev.baton.core.JobState;
import dev.baton.core.Status;

import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

import tools.jackson.databind.node.JsonNodeFactory;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// SQLite: reads take a set of ids as one JSON array; writes run one prepared statement over all rows.
///
/// The database is in this process: a row costs a function call, not a round trip, and there is one writer.
sealed class SqliteDialect implements Dialect permits SteppedDialect {
    private static final String JOB_STATE = "job_state";
    private static final Table<Entry> STATES = new Table<>(JOB_STATE, JobStateTable.ALL);
    private static final Table<Entry> QUEUED = JobStateTable.queued(JOB_STATE);
    private static final Table<Entry> CHANGES = JobStateTable.changes(JOB_STATE);
    private static final Table<Entry> HELD = JobStateTable.held(JOB_STATE);
    private static final Table<Entry> GRANTED = JobStateTable.granted(JOB_STATE);
    private static final Table<Entry> ENDED = JobStateTable.ended(JOB_STATE);
    private static final Table<Entry> RENEWALS = JobStateTable.renewals(JOB_STATE);

    private static final Set<Integer> UNWRITABLE =
            Stream.of(
                            SQLiteErrorCode.SQLITE_FULL,
                            SQLiteErrorCode.SQLITE_IOERR,
                            SQLiteErrorCode.SQLITE_READONLY,
                            SQLiteErrorCode.SQLITE_CANTOPEN,
                            SQLiteErrorCode.SQLITE_NOMEM,
                            SQLiteErrorCode.SQLITE_BUSY,
                            SQLiteErrorCode.SQLITE_LOCKED)
                    .map(code -> code.code)
                    .collect(Collectors.toUnmodifiableSet());

    private final InstantSource clock;
    private final Map<Table<?>, String> inserts = new ConcurrentHashMap<>();
    private final Map<Table<?>, String> updates = new ConcurrentHashMap<>();

    SqliteDialect(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public String amongIds() {
        return "IN (SELECT value FROM json_each(?))";
    }

    @Override
    public void bindIds(PreparedStatement statement, int index, long[] ids) throws SQLException {
        statement.setString(
                index,
                Arrays.stream(ids)
                        .mapToObj(Long::toString)
                        .collect(Collectors.joining(",", "[", "]")));
    }

    @Override
    public String amongTexts() {
        return "IN (SELECT value FROM json_each(?))";
    }

    @Override
    public void bindTexts(PreparedStatement statement, int index, List<String> texts)
            throws SQLException {
        var json = JsonNodeFactory.instance.arrayNode();
        texts.forEach(json::add);
        statement.setString(index, json.toString());
    }

    @Override
    public String forUpdate() {
        return "";
    }

    @Override
    public String forUpdateSkippingLocked() {
        return "";
    }

    /// A bare parameter would be looked at when the query is planned, and so each new value is a reason to plan it again: that
    /// takes ten times as long as the query.
    @Override
    public String limit() {
        return " LIMIT ? + 0";
    }

    @Override
    public Instant now(Session session) {
        return Micros.truncated(clock.instant());
    }

    @Override
    public long nextBlock(Session session) throws SQLException {
        return session.oneLong("UPDATE id_block SET last = last + 1 RETURNING last");
    }

    @Override
    public <T> void insert(Session session, Table<T> table, List<T> rows) throws SQLException {
        var sql = inserts.computeIfAbsent(table, SqliteDialect::insertSql);
        write(session.statement(sql), table.columns(), rows);
    }

    @Override
    public <T> int update(Session session, Table<T> table, List<T> rows) throws SQLException {
        var sql = updates.computeIfAbsent(table, SqliteDialect::updateSql);
        // The key and the version are the last parameters there.
        var columns = new ArrayList<>(table.rest());
        columns.add(table.key());
        var version = table.version();
        if (version != null) {
            columns.add(version);
        }
        return write(session.statement(sql), columns, rows);
    }

    @Override
    public boolean isInProcess() {
        return true;
    }

    @Override
    public String queuedJobs() {
        return JOB_STATE;
    }

    @Override
    public String statesOf(Status status) {
        return JOB_STATE;
    }

    @Override
    public @Nullable List<Long> fewLive(Connection connection, Status status, int most)
            throws SQLException {
        return SqliteLiveJobs.find(connection, status, most);
    }

    @Override
    public void insertStates(Session session, List<Entry> entries) throws SQLException {
        var queued = new ArrayList<Entry>();
        var others = new ArrayList<Entry>();
        for (var entry : entries) {
            (entry.job().state() instanceof JobState.Queued ? queued : others).add(entry);
        }
        insert(session, QUEUED, queued);
        insert(session, STATES, others);
    }

    @Override
    public int updateStates(Session session, List<Entry> entries) throws SQLException {
        var byTable = new LinkedHashMap<Table<Entry>, List<Entry>>();
        for (var entry : entries) {
            byTable.computeIfAbsent(changed(entry), _ -> new ArrayList<>()).add(entry);
        }
        int written = 0;
        for (var changes : byTable.entrySet()) {
            written += update(session, changes.getKey(), changes.getValue());
        }
        return written;
    }

    /// No more than what can have changed: each column costs something.
    private static Table<Entry> changed(Entry entry) {
        if (entry.isRenewal()) {
            return RENEWALS;
        }
        if (entry.isGrant()) {
            return GRANTED;
        }
        if (entry.isEnd()) {
            return ENDED;
        }
        return entry.job().state() instanceof JobState.Held ? HELD : CHANGES;
    }

    /// One writer, and numbers that only grow.
    @Override
    public String journalOrder() {
        return "page";
    }

    @Override
    public long journalDisorder() {
        return 0;
    }

    /// By hand, because the driver's own way takes the write lock again right after each commit and never lets go.
    @Override
    public void begin(Session session) throws SQLException {
        session.statement("BEGIN IMMEDIATE").execute();
    }

    @Override
    public void commit(Session session) throws SQLException {
        session.statement("COMMIT").execute();
    }

    @Override
    public void rollback(Session session) throws SQLException {
        session.statement("ROLLBACK").execute();
    }

    @Override
    public boolean isContention(SQLException e) {
        return false;
    }

    /// Full, not to be read or written, out of memory, or locked by something else.
    @Override
    public boolean isUnwritable(SQLException e) {
        return UNWRITABLE.contains(e.getErrorCode());
    }

    @Override
    public boolean isConnectionLost(SQLException e) {
        return false;
    }

    private static <T> int write(PreparedStatement statement, List<Column<T>> columns, List<T> rows)
            throws SQLException {
        if (rows.isEmpty()) {
            return 0;
        }
        try {
            for (T row : rows) {
                for (int i = 0; i < columns.size(); i++) {
                    bind(statement, i + 1, columns.get(i).value().apply(row));
                }
                statement.addBatch();
            }
            return IntStream.of(statement.executeBatch()).sum();
        } catch (RuntimeException | SQLException e) {
            statement.clearBatch();
            throw e;
        }
    }

    private static void bind(PreparedStatement statement, int index, @Nullable Object value)
            throws SQLException {
        switch (value) {
            case null -> statement.setNull(index, Types.NULL);
            case Long number -> statement.setLong(index, number);
            case Integer number -> statement.setInt(index, number);
            case String text -> statement.setString(index, text);
            case byte[] bytes -> statement.setBytes(index, bytes);
            case Boolean flag -> statement.setInt(index, flag ? 1 : 0);
            default -> throw new IllegalStateException("no column holds a " + value.getClass());
        }
    }

    private static String insertSql(Table<?> table) {
        return "INSERT INTO %s (%s) VALUES (%s)"
                .formatted(
                        table.name(),
                        table.columnNames(),
                        table.columns().stream().map(_ -> "?").collect(Collectors.joining(", ")));
    }

    private static String updateSql(Table<?> table) {
        var version = table.version();
        return "UPDATE %s SET %s WHERE %s = ?%s"
                .formatted(
                        table.name(),
                        table.rest().stream()
                                .map(c -> c.name() + " = ?")
                                .collect(Collectors.joining(", ")),
                        table.key().name(),
                        version == null ? "" : " AND " + version.name() + " = ?");
    }
}
