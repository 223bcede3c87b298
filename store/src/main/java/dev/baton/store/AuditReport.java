package dev.baton.store;

/// What came of checking a store.
///
/// @param jobs how many jobs were checked
/// @param lines how many lines their audit trails have
/// @param findings how many things were found to be wrong
/// @param unvouched how many lines do not vouch for the rows that they are about, as versions before wrote them: nothing is wrong with them, but
///     what was submitted or reported could have been changed
public record AuditReport(long jobs, long lines, long findings, long unvouched) {
    public boolean isClean() {
        return findings == 0;
    }
}
