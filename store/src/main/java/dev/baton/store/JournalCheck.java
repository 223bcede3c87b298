package dev.baton.store;

import dev.baton.core.JobId;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Reads the journal page by page: each line has to belong to a job that knows of the page.
final class JournalCheck {
    private static final int LINES_AT_A_TIME = 10_000;

    private final AuditSource source;
    private final GateWatch gates;
    private final Consumer<AuditFinding> found;
    private final List<Page> pages = new ArrayList<>();
    private int waiting;

    private record Page(long number, List<JournalLine> lines) {}

    JournalCheck(AuditSource source, GateWatch gates, Consumer<AuditFinding> found) {
        this.source = source;
        this.gates = gates;
        this.found = found;
    }

    void run() throws SQLException {
        source.journal(this::page);
        flush();
        gates.end().forEach(found);
    }

    private void page(long number, long atMicros, byte[] bytes) throws SQLException {
        var lines = new ArrayList<JournalLine>();
        try {
            new PageReader(number, atMicros, bytes).read(_ -> true, lines::add);
            if (lines.isEmpty()) {
                found.accept(AuditFinding.onPage(number, "it has no line"));
            }
        } catch (PageReader.BrokenPage e) {
            found.accept(AuditFinding.onPage(number, String.valueOf(e.getMessage())));
        }
        gates.page(atMicros, lines).forEach(found);
        pages.add(new Page(number, lines));
        waiting += lines.size();
        if (waiting >= LINES_AT_A_TIME) {
            flush();
        }
    }

    private void flush() throws SQLException {
        var jobs =
                pages.stream()
                        .flatMap(page -> page.lines.stream())
                        .mapToLong(line -> line.job().value())
                        .distinct()
                        .sorted()
                        .toArray();
        var named = source.pagesOf(jobs);
        pages.forEach(page -> check(page, named));
        pages.clear();
        waiting = 0;
    }

    private void check(Page page, Map<JobId, Set<Long>> named) {
        var strays =
                page.lines.stream()
                        .filter(
                                line ->
                                        !named.getOrDefault(line.job(), Set.of())
                                                .contains(page.number))
                        .toList();
        if (!strays.isEmpty() && strays.size() == page.lines.size()) {
            found.accept(
                    AuditFinding.onPage(
                            page.number,
                            "no job names it; it has %d lines, the first of them of %s"
                                    .formatted(strays.size(), strays.getFirst().job())));
            return;
        }
        for (var line : strays) {
            found.accept(
                    AuditFinding.at(
                            line.job(),
                            line.seq(),
                            named.containsKey(line.job())
                                    ? "it is on page %d, which its job does not name"
                                            .formatted(page.number)
                                    : "it is on page %d, and there is no such job"
                                            .formatted(page.number)));
        }
    }
}
