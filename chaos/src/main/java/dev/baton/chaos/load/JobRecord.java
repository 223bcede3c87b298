package dev.baton.chaos.load;

/// A job as its client knows it.
public final class JobRecord {
    private final String id;
    private final RunRecord run;
    private final JobDraft draft;
    private volatile Cancel cancel = Cancel.NOT_ASKED;

    /// What a client was told of its cancel.
    public enum Cancel {
        NOT_ASKED,
        /// It was asked more than once, and only the last answer came: it may have been the cancel itself that ended the job.
        UNCERTAIN,
        /// It will be canceled, whatever happens.
        ACCEPTED,
        /// It was over before.
        TOO_LATE
    }

    JobRecord(String id, RunRecord run, JobDraft draft) {
        this.id = id;
        this.run = run;
        this.draft = draft;
    }

    public String id() {
        return id;
    }

    public RunRecord run() {
        return run;
    }

    public JobDraft draft() {
        return draft;
    }

    public Cancel cancel() {
        return cancel;
    }

    void told(Cancel answer) {
        cancel = answer;
    }
}
