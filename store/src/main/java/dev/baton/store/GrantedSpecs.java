package dev.baton.store;

import dev.baton.core.JobId;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The specs of the jobs that one transaction gives out: up to a number of bytes, since all of them are in memory at once.
final class GrantedSpecs {
    /// No more is given out once it is as much as this.
    static final long MAX_BYTES = 16L << 20;

    /// How many that are not remembered are read at once.
    private static final int READ_AT_ONCE = 32;

    private final JobQueries queries;
    private final Map<JobId, String> read = new HashMap<>();
    private long bytes;

    GrantedSpecs(JobQueries queries) {
        this.queries = queries;
    }

    boolean isFull() {
        return bytes >= MAX_BYTES;
    }

    /// The spec of a job that is given out now.
    ///
    /// @param next the jobs that may be given out next, with this one
    String of(Entry entry, List<Entry> next) throws SQLException {
        var known = entry.fixed.spec();
        var spec = known == null ? read.remove(entry.fixed.id()) : known;
        if (spec == null) {
            readAhead(entry, next);
            spec = read.remove(entry.fixed.id());
        }
        if (spec == null) {
            throw new IllegalStateException(entry.fixed.id() + " has no spec");
        }
        bytes += spec.length();
        return spec;
    }

    private void readAhead(Entry entry, List<Entry> next) throws SQLException {
        var missing = new ArrayList<JobId>();
        missing.add(entry.fixed.id());
        for (var other : next) {
            if (missing.size() == READ_AT_ONCE) {
                break;
            }
            if (other != entry && other.fixed.spec() == null) {
                missing.add(other.fixed.id());
            }
        }
        read.putAll(queries.specs(missing));
    }
}
