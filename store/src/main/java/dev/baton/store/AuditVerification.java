package dev.baton.store;

import dev.baton.core.JobId;
import dev.baton.core.LeaseTerms;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Checks a whole store against its audit trail, and the trail against the rules.
///
/// For each job: the hash chain, each line as something that the rules decide, and the rows as what the lines lead to.
/// For each page of the journal: that its lines belong to jobs that know of it. Between jobs: needs and gates.
///
/// It reads one snapshot and changes nothing, also while orchestrators work on the store; it takes the memory of a few
/// thousand jobs, however many there are, and where transactions overlap a note of each job that ended within a minute.
public final class AuditVerification {
    private static final int JOBS_AT_A_TIME = 2_000;

    private final AuditSource source;
    private final JobCheck jobCheck;
    private final JournalCheck journalCheck;
    private long jobs;
    private long lines;
    private long findings;
    private final Consumer<AuditFinding> found;

    private AuditVerification(
            Session session, @Nullable LeaseTerms known, Consumer<AuditFinding> sink)
            throws SQLException {
        found =
                finding -> {
                    findings++;
                    sink.accept(finding);
                };
        source = new AuditSource(session);
        long disorder = session.dialect().journalDisorder();
        jobCheck = new JobCheck(new Retelling(known), disorder, found);
        journalCheck = new JournalCheck(source, new GateWatch(disorder), found);
    }

    /// Checks a store.
    ///
    /// @param known the terms of leases if they have never been others: then nothing may have been swept too early
    /// @param sink is told of each finding as it is found
    /// @throws StoreException if the store cannot be read
    public static AuditReport of(
            StoreConfig config, @Nullable LeaseTerms known, Consumer<AuditFinding> sink) {
        try (var session = Snapshots.open(config)) {
            return new AuditVerification(session, known, sink).run();
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE, "cannot read the store: " + e.getMessage(), e);
        }
    }

    private AuditReport run() throws SQLException {
        checkJobs();
        for (var job : source.statesWithoutJob()) {
            found.accept(
                    AuditFinding.of(job, "it has a state, and nothing says what was asked for"));
        }
        source.gates().forEach(this::check);
        journalCheck.run();
        return new AuditReport(jobs, lines, findings, jobCheck.unvouched());
    }

    private void checkJobs() throws SQLException {
        var unreadable = new ArrayList<AuditSource.UnreadableJob>();
        long last = 0;
        while (true) {
            var some = source.jobsAfter(last, JOBS_AT_A_TIME, unreadable);
            if (some.isEmpty()) {
                break;
            }
            last = some.getLast().id().value();
            check(some);
        }
        unreadable.forEach(
                job ->
                        found.accept(
                                AuditFinding.of(job.id(), "its row cannot be read: " + job.why())));
    }

    private void check(List<AuditSource.StoredJob> some) throws SQLException {
        var pages = lines(some);
        Set<JobId> seen = new HashSet<>();
        for (var job : some) {
            var row = job.row();
            jobs++;
            if (!seen.add(job.id())) {
                found.accept(AuditFinding.of(job.id(), "it has more than one state"));
            } else if (row == null) {
                found.accept(AuditFinding.of(job.id(), "it has no state that could be read"));
            } else {
                lines += jobCheck.check(job, row, pages.getOrDefault(job.id(), Map.of()));
            }
        }
    }

    /// The lines of these jobs, by the pages that their rows name. A page that there is and that has no line of the job is
    /// there without any.
    private Map<JobId, Map<Long, List<JournalLine>>> lines(List<AuditSource.StoredJob> some)
            throws SQLException {
        var named = new HashMap<Long, List<JobId>>();
        Set<Long> ids = new HashSet<>();
        for (var job : some) {
            if (job.row() != null) {
                ids.add(job.id().value());
                AuditTrail.stretches(job.row().trail().pages())
                        .forEach(
                                stretch ->
                                        named.computeIfAbsent(
                                                        stretch.page(), _ -> new ArrayList<>(4))
                                                .add(job.id()));
            }
        }
        var found = new HashMap<JobId, Map<Long, List<JournalLine>>>();
        source.pages(
                named.keySet().stream().mapToLong(Long::longValue).sorted().toArray(),
                (page, at, bytes) -> {
                    for (var job : named.getOrDefault(page, List.of())) {
                        found.computeIfAbsent(job, _ -> new HashMap<>())
                                .put(page, new ArrayList<>(2));
                    }
                    try {
                        new PageReader(page, at, bytes)
                                .read(
                                        ids::contains,
                                        line -> {
                                            var here =
                                                    found.getOrDefault(line.job(), Map.of())
                                                            .get(page);
                                            if (here != null) {
                                                here.add(line);
                                            }
                                        });
                    } catch (PageReader.BrokenPage _) {
                        // Told by the check of the journal; the lines that are missing are missed
                        // by their jobs.
                    }
                });
        return found;
    }

    private void check(AuditSource.CountedGate gate) {
        if (gate.taken() != gate.holders()) {
            found.accept(
                    new AuditFinding(
                            "gate " + gate.key(),
                            "it says that %d places are taken, and %d jobs have one"
                                    .formatted(gate.taken(), gate.holders())));
        }
        if (gate.waiting() > 0 && gate.holders() < gate.limit()) {
            found.accept(
                    new AuditFinding(
                            "gate " + gate.key(),
                            "%d jobs wait at it, and it lets %d through and has %d"
                                    .formatted(gate.waiting(), gate.limit(), gate.holders())));
        }
    }
}
