package dev.baton.store;

/// What came of checking a store.
///
/// @param jobs how many jobs were checked
/// @param lines how many lines their audit trails have
/// @param findings how many things were found to be wrong
public record AuditReport(long jobs, long lines, long findings) {
    public boolean isClean() {
        return findings == 0;
    }
}
