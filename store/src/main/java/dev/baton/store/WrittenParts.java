package dev.baton.store;

import dev.baton.core.RunId;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/// The parts of large runs that one transaction writes, to be noted with the runs when it saves.
final class WrittenParts {
    private final PartialRuns rows;
    private final Map<RunId, Note> notes = new LinkedHashMap<>();

    @FunctionalInterface
    private interface Note {
        void write(long now) throws SQLException;
    }

    WrittenParts(PartialRuns rows) {
        this.rows = rows;
    }

    /// Whether this transaction wrote a part already: one is enough.
    boolean isWrittenHere(RunId run) {
        return notes.containsKey(run);
    }

    PartialRuns.@Nullable Progress lock(RunId run) throws SQLException {
        return rows.lock(run);
    }

    void begin(RunId run, String jobs, PartialRuns.Progress progress) {
        notes.put(run, now -> rows.begin(run, jobs, progress, now));
    }

    void advance(RunId run, PartialRuns.Progress progress) {
        notes.put(run, now -> rows.advance(run, progress, now));
    }

    void end(RunId run, boolean isEmpty) {
        notes.put(run, _ -> rows.end(run, isEmpty));
    }

    /// Once the runs themselves are written.
    void save(long now) throws SQLException {
        for (var note : notes.values()) {
            note.write(now);
        }
    }
}
