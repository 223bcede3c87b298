package dev.baton.store;

import dev.baton.core.RunId;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.List;

/// The runs of which not all jobs are written yet. The rest is kept with the run, so that any orchestrator can go on with it.
final class PartialRuns {
    private final Session session;

    PartialRuns(Session session) {
        this.session = session;
    }

    /// How far a run is written.
    ///
    /// @param turn the first turn that is left, see [RunParts#at]
    /// @param ids of the jobs by their places; one below zero stands for a job that was there before, as a merged submission says
    @SuppressWarnings("ArrayRecordComponent") // made anew for each part, never compared
    record Progress(int turn, long[] ids) {}

    /// Locks what is left of a run.
    ///
    /// @return nothing if all of it is written
    @Nullable Progress lock(RunId run) throws SQLException {
        var query =
                session.statement(
                        "SELECT s.turn, s.ids FROM partial_run s WHERE s.run_id = ?"
                                + session.dialect().forUpdate());
        query.setLong(1, run.value());
        var found = Session.query(query, row -> new Progress(row.getInt(1), ids(row.getBytes(2))));
        return found.isEmpty() ? null : found.getFirst();
    }

    void begin(RunId run, String jobs, Progress progress, long now) throws SQLException {
        var insert =
                session.statement(
                        "INSERT INTO partial_run (run_id, jobs, turn, ids, written) VALUES (?, ?, ?, ?, ?)");
        insert.setLong(1, run.value());
        insert.setString(2, jobs);
        insert.setInt(3, progress.turn);
        insert.setBytes(4, bytes(progress.ids));
        insert.setLong(5, now);
        insert.executeUpdate();
    }

    void advance(RunId run, Progress progress, long now) throws SQLException {
        var update =
                session.statement(
                        "UPDATE partial_run SET turn = ?, ids = ?, written = ? WHERE run_id = ?");
        update.setInt(1, progress.turn);
        update.setBytes(2, bytes(progress.ids));
        update.setLong(3, now);
        update.setLong(4, run.value());
        update.executeUpdate();
    }

    /// All jobs are written.
    ///
    /// @param isEmpty whether others stand for all of them: then there is no run
    void end(RunId run, boolean isEmpty) throws SQLException {
        delete("DELETE FROM partial_run WHERE run_id = ?", run);
        if (isEmpty) {
            delete("DELETE FROM run WHERE run_id = ?", run);
        }
    }

    private void delete(String sql, RunId run) throws SQLException {
        var delete = session.statement(sql);
        delete.setLong(1, run.value());
        delete.executeUpdate();
    }

    /// Runs that have not been written on since a time: their orchestrator is gone, or has more to do than it can.
    List<Left> leftSince(long micros, int limit) throws SQLException {
        var query =
                session.statement(
                        """
                        SELECT r.run_id, r.owner, r.key, r.fingerprint, r.name, r.labels, r.submitted_by, p.jobs, p.turn
                        FROM partial_run p JOIN run r ON r.run_id = p.run_id
                        WHERE p.written <= ? ORDER BY p.run_id
                        """
                                + session.dialect().limit());
        query.setLong(1, micros);
        query.setInt(2, limit);
        return Session.query(
                query,
                row ->
                        new Left(
                                new RunId(row.getLong(1)),
                                new NewRun(
                                        row.getString(3),
                                        row.getString(4),
                                        row.getString(2),
                                        row.getString(7),
                                        row.getString(5),
                                        LabelsJson.read(row.getString(6)),
                                        NewJobsJson.read(row.getString(8))),
                                row.getInt(9)));
    }

    /// A run that nobody seems to write.
    record Left(RunId id, NewRun run, int turn) {}

    private static byte[] bytes(long[] ids) {
        var bytes = ByteBuffer.allocate(ids.length * Long.BYTES);
        bytes.asLongBuffer().put(ids);
        return bytes.array();
    }

    private static long[] ids(byte[] bytes) {
        var ids = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(ids);
        return ids;
    }
}
