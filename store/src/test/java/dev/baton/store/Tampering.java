package dev.baton.store;

import dev.baton.core.Event;
import dev.baton.core.Event.Kind;
import dev.baton.core.JobId;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A way to tamper with the trail of a finished job, and what is said about it.
record Tampering(String name, Consumer<Forger> deed, String finding) {
    @Override
    public String toString() {
        return name;
    }

    static Stream<Tampering> all() {
        return Stream.of(
                new Tampering(
                        "a changed byte",
                        forger -> {
                            var bytes = forger.bytesOf(forger.pageOf(4));
                            bytes[bytes.length - 1]++;
                            forger.write(forger.pageOf(4), bytes);
                        },
                        "line 4: expected the hash"),
                new Tampering(
                        "a changed time",
                        forger ->
                                forger.sql(
                                        "UPDATE journal SET at = at + 1 WHERE page = "
                                                + forger.pageOf(3)),
                        "line 3: expected the hash"),
                new Tampering(
                        "a removed page",
                        forger ->
                                forger.sql("DELETE FROM journal WHERE page = " + forger.pageOf(3)),
                        "line 3: it should be on page"),
                new Tampering(
                        "two pages swapped",
                        forger -> {
                            var second = forger.bytesOf(forger.pageOf(2));
                            forger.write(forger.pageOf(2), forger.bytesOf(forger.pageOf(3)));
                            forger.write(forger.pageOf(3), second);
                        },
                        "line 2: expected it on page"),
                new Tampering(
                        "a repeated line",
                        forger -> {
                            var once = forger.bytesOf(forger.pageOf(2));
                            var twice = Arrays.copyOf(once, 2 * once.length);
                            System.arraycopy(once, 0, twice, once.length, once.length);
                            forger.write(forger.pageOf(2), twice);
                        },
                        "line 3: expected it on page"),
                new Tampering(
                        "bytes after the last line",
                        forger -> {
                            var bytes = forger.bytesOf(forger.pageOf(2));
                            forger.write(forger.pageOf(2), Arrays.copyOf(bytes, bytes.length + 3));
                        },
                        "expected a line at byte"),
                new Tampering(
                        "a page cut short",
                        forger -> {
                            var bytes = forger.bytesOf(forger.pageOf(2));
                            forger.write(forger.pageOf(2), Arrays.copyOf(bytes, 20));
                        },
                        "line 2: it should be on page"),
                new Tampering(
                        "a changed head",
                        forger -> forger.writeHead(new byte[AuditTrail.HASH_BYTES]),
                        "its row says that the newest line has the hash"),
                new Tampering(
                        "a line less in the row",
                        forger ->
                                forger.sql("UPDATE job_state SET audit_seq = 6 WHERE job_id = JOB"),
                        "its row says 6 lines, and there are 7"),
                new Tampering(
                        "a page that nobody names",
                        forger -> forger.insertPage(9_000_000, forger.bytesOf(forger.pageOf(2))),
                        "page 9000000: no job names it"),
                new Tampering(
                        "a line of no job",
                        forger -> {
                            var page = new JournalPage();
                            page.add(
                                    new JobId(777_777),
                                    1,
                                    new Event(Kind.SUBMITTED, 1, 0, "user:eve", ""),
                                    new byte[AuditTrail.HASH_BYTES],
                                    null);
                            var more = page.toBytes();
                            var bytes = forger.bytesOf(forger.pageOf(2));
                            var both = Arrays.copyOf(bytes, bytes.length + more.length);
                            System.arraycopy(more, 0, both, bytes.length, more.length);
                            forger.write(forger.pageOf(2), both);
                        },
                        "job_777777 line 1: it is on page"),
                new Tampering(
                        "a second end",
                        retold(events -> events.add(events.getLast())),
                        "line 8: it says FINISHED"),
                new Tampering(
                        "a grant of a job that is held",
                        retold(events -> events.add(2, granted(2, "runner:eve"))),
                        "line 3: it says GRANTED (attempt 1, epoch 2, by runner:eve); for a job that is LEASED"),
                new Tampering(
                        "an epoch that jumps",
                        retold(
                                events ->
                                        events.replaceAll(
                                                e ->
                                                        e.epoch() < 2
                                                                ? e
                                                                : new Event(
                                                                        e.kind(),
                                                                        e.attempt(),
                                                                        5,
                                                                        e.actor(),
                                                                        e.why()))),
                        "the rules say GRANTED (attempt 1, epoch 2,"),
                new Tampering(
                        "an end without a lease",
                        retold(events -> events.subList(4, 6).clear()),
                        "line 5: it says FINISHED"),
                new Tampering(
                        "another end than the rules would decide",
                        retold(
                                events ->
                                        events.set(
                                                6,
                                                new Event(
                                                        Kind.FINISHED,
                                                        1,
                                                        2,
                                                        events.get(6).actor(),
                                                        "SUCCEEDED (QUARANTINED): because"))),
                        "line 7: it says FINISHED"),
                new Tampering(
                        "a loss before the lease was over",
                        retold(
                                events ->
                                        events.set(
                                                3,
                                                new Event(
                                                        Kind.REQUEUED,
                                                        2,
                                                        1,
                                                        Event.ORCHESTRATOR,
                                                        "LOST: no heartbeat within 120 s"))),
                        "the rules refuse it (NOTHING_DUE)"),
                new Tampering(
                        "another runner in the trail",
                        retold(
                                events -> {
                                    events.set(1, granted(1, "runner:eve"));
                                }),
                        "line 2: it says GRANTED (attempt 1, epoch 1, by runner:eve)"),
                new Tampering(
                        "a status set by hand",
                        forger ->
                                forger.sql("UPDATE job_state SET standing = 8 WHERE job_id = JOB"),
                        "its lines lead to SUCCEEDED for the status, and its rows say FAILED"),
                new Tampering(
                        "an attempt set by hand",
                        forger -> forger.sql("UPDATE job_state SET attempt = 2 WHERE job_id = JOB"),
                        "its lines lead to 1 for the attempt, and its rows say 2"),
                new Tampering(
                        "an epoch set by hand",
                        forger -> forger.sql("UPDATE job_state SET epoch = 3 WHERE job_id = JOB"),
                        "its lines lead to 2 for the epoch, and its rows say 3"),
                new Tampering(
                        "a count set by hand",
                        forger ->
                                forger.sql("UPDATE job_state SET releases = 0 WHERE job_id = JOB"),
                        "for the counts of losses and returns"),
                new Tampering(
                        "an outcome set by hand",
                        forger ->
                                forger.sql("UPDATE job_state SET reason = 'x' WHERE job_id = JOB"),
                        "for the words on its end, and its rows say x"),
                new Tampering(
                        "a lease that is forgotten",
                        forger -> forger.sql("DELETE FROM past_lease WHERE job_id = JOB"),
                        "line 4: what was kept of the attempt is not what its rows say now"),
                new Tampering(
                        "a lease that ended otherwise",
                        forger ->
                                forger.sql(
                                        "UPDATE past_lease SET lease_end = 3 WHERE job_id = JOB"),
                        "for past lease 1, and its rows say"),
                inEnd("an ending set by hand", "ending = 3"),
                inEnd("a start set by hand", "started_at = started_at - 1"),
                inEnd("a grant set by hand", "granted_at = granted_at - 1"),
                inEnd("an exit code set by hand", "exit_code = 1"),
                inEnd("a report that is gone", "report = NULL"),
                inEnd("a report that contradicts the status", "report = '{\"status\":\"FAILED\"}'"),
                inSubmission("another spec", "job SET spec = '{\"steps\":[\"rm\"]}'"),
                inSubmission("another name", "job SET name = 'b'"),
                inSubmission("another kind", "job SET kind = 'IMAGE'"),
                inSubmission("another limit in the plan", "job SET plan = plan || ' '"),
                inSubmission("a job that it never repeated", "job SET retry_of = 1"),
                new Tampering(
                        "another requirement",
                        forger -> {
                            forger.sql("INSERT INTO requirement (signature) VALUES ('os=eve')");
                            forger.sql(
                                    """
                                    UPDATE job SET requirement = (SELECT id FROM requirement
                                        WHERE signature = 'os=eve') WHERE job_id = JOB
                                    """);
                        },
                        "for the requirement, and its rows say os=eve"),
                inRun("another submitter", "submitted_by = 'user:eve'"),
                inRun("another owner", "owner = 'eve'"),
                inRun("other labels", "labels = '{\"approved_by\":\"eve\"}'"),
                inAttempt("another ending of an attempt", "ending = 0"),
                inAttempt("another reason for a return", "why = 'x'"),
                inAttempt("a report that an attempt never made", "report = '{}'"));
    }

    private static Tampering inEnd(String name, String change) {
        return new Tampering(
                name,
                forger -> forger.sql("UPDATE job_state SET " + change + " WHERE job_id = JOB"),
                "line 7: how it ended");
    }

    private static Tampering inAttempt(String name, String change) {
        return new Tampering(
                name,
                forger -> forger.sql("UPDATE past_lease SET " + change + " WHERE job_id = JOB"),
                "line 4: what was kept of the attempt");
    }

    private static Tampering inSubmission(String name, String change) {
        return new Tampering(
                name,
                forger -> forger.sql("UPDATE " + change + " WHERE job_id = JOB"),
                "line 1: what was submitted");
    }

    private static Tampering inRun(String name, String change) {
        return new Tampering(
                name,
                forger ->
                        forger.sql(
                                "UPDATE run SET %s WHERE run_id = (SELECT run_id FROM job WHERE job_id = JOB)"
                                        .formatted(change)),
                "line 1: what was submitted");
    }

    private static Event granted(int epoch, String by) {
        return new Event(Kind.GRANTED, 1, epoch, by, "");
    }

    private static Consumer<Forger> retold(Consumer<List<Event>> change) {
        UnaryOperator<List<Event>> story =
                events -> {
                    var changed = new ArrayList<>(events);
                    change.accept(changed);
                    return changed;
                };
        return forger -> forger.retell(story);
    }
}
