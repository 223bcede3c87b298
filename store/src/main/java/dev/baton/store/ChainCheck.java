package dev.baton.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Follows the hash chain of one job from its first line to the head in its row.
final class ChainCheck {
    private static final int SHOWN_BYTES = 8;

    private final JobRow row;
    private final AuditSource.Evidence evidence;
    private int unvouched;
    private final List<JournalLine> lines = new ArrayList<>();
    private byte[] head = new byte[AuditTrail.HASH_BYTES];

    /// @param evidence what the lines may vouch for, made from the rows
    ChainCheck(JobRow row, AuditSource.Evidence evidence) {
        this.row = row;
        this.evidence = evidence;
    }

    /// How many lines of the kinds that vouch for rows do not: versions before wrote them.
    int unvouched() {
        return unvouched;
    }

    /// The lines that were found, in order, up to the first that is wrong.
    List<JournalLine> lines() {
        return lines;
    }

    /// What breaks the chain first.
    ///
    /// @param pages the lines of this job on each page that there is
    Optional<AuditFinding> check(Map<Long, List<JournalLine>> pages) {
        var trail = row.trail();
        if (trail.pages().length % AuditTrail.PLACE_BYTES != 0) {
            return found(
                    "what names its pages has %d bytes, which cannot be"
                            .formatted(trail.pages().length));
        }
        for (var stretch : AuditTrail.stretches(trail.pages())) {
            var wrong = follow(stretch, pages);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        if (lines.size() != trail.seq()) {
            return found(
                    "its row says %d lines, and there are %d".formatted(trail.seq(), lines.size()));
        }
        return Arrays.equals(head, trail.head())
                ? Optional.empty()
                : found(
                        "its row says that the newest line has the hash %s, and it has %s"
                                .formatted(shown(trail.head()), shown(head)));
    }

    private Optional<AuditFinding> follow(
            AuditTrail.Stretch stretch, Map<Long, List<JournalLine>> pages) {
        if (stretch.seq() != lines.size() + 1) {
            return foundNext(
                    "its row says that page %d begins with line %d"
                            .formatted(stretch.page(), stretch.seq()));
        }
        var here = pages.get(stretch.page());
        if (here == null || here.isEmpty()) {
            return foundNext(
                    "it should be on page %d, and %s"
                            .formatted(
                                    stretch.page(),
                                    here == null ? "there is no such page" : "is not there"));
        }
        for (var line : here) {
            var wrong = follow(line);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private Optional<AuditFinding> follow(JournalLine line) {
        if (line.seq() != lines.size() + 1) {
            return foundNext(
                    "expected it on page %d, got line %d there".formatted(line.page(), line.seq()));
        }
        head = line.hashAfter(head);
        if (!line.hasHash(head)) {
            return foundNext(
                    "expected the hash %s for what it says and what is before it, got %s: it is not what was written"
                            .formatted(shown(head), shown(line.hash())));
        }
        if (line.evidence() == null) {
            unvouched += LineEvidence.isOwedBy(line.event().kind()) ? 1 : 0;
        } else if (!Arrays.equals(line.evidence(), evidence.of(line))) {
            return foundNext(vouchedFor(line) + " not what its rows say now");
        }
        lines.add(line);
        return Optional.empty();
    }

    private static String vouchedFor(JournalLine line) {
        return switch (line.event().kind()) {
            case SUBMITTED -> "what was submitted, and by whom, is";
            case FINISHED -> "how it ended, and what its runner reported, is";
            case REQUEUED -> "what was kept of the attempt is";
            case UNBLOCKED, ADMITTED, GRANTED, ACKNOWLEDGED, CANCEL_REQUESTED, WOKEN ->
                    "it vouches for something, which is";
        };
    }

    private static String shown(byte[] hash) {
        return HexFormat.of().formatHex(hash, 0, Math.min(SHOWN_BYTES, hash.length)) + "…";
    }

    private Optional<AuditFinding> found(String what) {
        return Optional.of(AuditFinding.of(row.id(), what));
    }

    /// Of the line that should come next.
    private Optional<AuditFinding> foundNext(String what) {
        return Optional.of(AuditFinding.at(row.id(), lines.size() + 1, what));
    }
}
