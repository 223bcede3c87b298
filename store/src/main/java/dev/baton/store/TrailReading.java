package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.store.Views.AuditLine;
import dev.baton.store.Views.JobLine;
import dev.baton.store.Views.TrailPage;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Reads audit trails from the journal. Each page is read once for all jobs that are on it.
final class TrailReading {
    private static final int CHUNK = 1_000;

    private final Connection connection;
    private final Dialect dialect;

    TrailReading(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /// The pages with lines after what was read of each job, oldest first.
    List<TrailPage> pages(Map<JobId, Integer> readOf) throws SQLException {
        var numbers = new TreeSet<Long>();
        var sql = "SELECT job_id, audit_pages FROM job_state WHERE job_id " + dialect.amongIds();
        for (var some : chunks(readOf.keySet().stream().map(JobId::value).sorted().toList())) {
            try (var query = connection.prepareStatement(sql)) {
                dialect.bindIds(query, 1, some);
                try (var rows = query.executeQuery()) {
                    while (rows.next()) {
                        int read = readOf.getOrDefault(new JobId(rows.getLong(1)), 0);
                        numbers.addAll(AuditTrail.pagesAfter(rows.getBytes(2), read));
                    }
                }
            }
        }
        return inOrder(numbers);
    }

    private List<TrailPage> inOrder(Collection<Long> numbers) throws SQLException {
        var sql = "SELECT page, at, length(lines) FROM journal WHERE page " + dialect.amongIds();
        var pages = new ArrayList<TrailPage>();
        for (var some : chunks(List.copyOf(numbers))) {
            try (var query = connection.prepareStatement(sql)) {
                dialect.bindIds(query, 1, some);
                pages.addAll(
                        Session.query(
                                query,
                                row ->
                                        new TrailPage(
                                                row.getLong(1),
                                                Micros.toInstant(row.getLong(2)),
                                                row.getInt(3))));
            }
        }
        pages.sort(Comparator.comparing(TrailPage::at).thenComparingLong(TrailPage::number));
        return pages;
    }

    /// The lines of some jobs on some pages that come after what was read of each job, in the order of the pages.
    List<JobLine> lines(List<TrailPage> pages, Map<JobId, Integer> readOf) throws SQLException {
        var byPage = new HashMap<Long, List<JobLine>>();
        var sql = "SELECT page, lines, at FROM journal WHERE page " + dialect.amongIds();
        for (var some : chunks(pages.stream().map(TrailPage::number).toList())) {
            try (var query = connection.prepareStatement(sql)) {
                dialect.bindIds(query, 1, some);
                try (var rows = query.executeQuery()) {
                    while (rows.next()) {
                        byPage.put(
                                rows.getLong(1),
                                JournalPage.read(
                                        rows.getBytes(2),
                                        rows.getLong(3),
                                        (job, seq) -> seq > readOf.getOrDefault(job, seq)));
                    }
                }
            }
        }
        return pages.stream()
                .flatMap(page -> byPage.getOrDefault(page.number(), List.of()).stream())
                .toList();
    }

    /// The trail of one job after a line.
    List<AuditLine> lines(JobId job, int afterSeq) throws SQLException {
        var readOf = Map.of(job, afterSeq);
        return lines(pages(readOf), readOf).stream().map(JobLine::line).toList();
    }

    private static List<long[]> chunks(List<Long> ids) {
        var chunks = new ArrayList<long[]>();
        for (int from = 0; from < ids.size(); from += CHUNK) {
            chunks.add(
                    ids.subList(from, Math.min(ids.size(), from + CHUNK)).stream()
                            .mapToLong(Long::longValue)
                            .toArray());
        }
        return chunks;
    }
}
