package dev.baton.store;

import dev.baton.core.JobId;

/// Something in a store that is not as Baton would have left it.
///
/// @param where what it was found at: a job, a line of its audit trail, a page of the journal, a gate
/// @param what what was expected and what is there, in a sentence
public record AuditFinding(String where, String what) {
    static AuditFinding of(JobId job, String what) {
        return new AuditFinding(job.toString(), what);
    }

    static AuditFinding at(JobId job, int line, String what) {
        return new AuditFinding(job + " line " + line, what);
    }

    static AuditFinding onPage(long page, String what) {
        return new AuditFinding("page " + page, what);
    }

    @Override
    public String toString() {
        return where + ": " + what;
    }
}
