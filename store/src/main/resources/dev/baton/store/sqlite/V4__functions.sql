-- What is kept of an attempt that did not end its job. Leases that ended before this version have none of it.
ALTER TABLE past_lease ADD COLUMN attempt INTEGER;
ALTER TABLE past_lease ADD COLUMN granted_at INTEGER;
ALTER TABLE past_lease ADD COLUMN started_at INTEGER;
ALTER TABLE past_lease ADD COLUMN ending INTEGER;
ALTER TABLE past_lease ADD COLUMN report TEXT;
ALTER TABLE past_lease ADD COLUMN why TEXT;

-- A job that waits may have a deadline too.
ALTER TABLE job_state DROP CONSTRAINT due_has_deadline;
ALTER TABLE job_state ADD CONSTRAINT due_has_deadline CHECK (
    (standing NOT IN (1, 4, 5, 6) OR deadline IS NOT NULL) AND (standing < 7 OR deadline IS NULL));

-- What only some jobs have. `result_ttl` is in microseconds.
ALTER TABLE job ADD COLUMN queue TEXT;
ALTER TABLE job ADD COLUMN executor TEXT;
ALTER TABLE job ADD COLUMN function TEXT;
ALTER TABLE job ADD COLUMN unique_key TEXT;
ALTER TABLE job ADD COLUMN result_ttl INTEGER;

-- Who has a unique key. A row lives as long as its job is not over.
CREATE TABLE unique_key (
    key    TEXT PRIMARY KEY,
    job_id INTEGER NOT NULL UNIQUE REFERENCES job
) STRICT;

-- When the result of a job is to be forgotten; 0 when it was.
ALTER TABLE job_state ADD COLUMN result_until INTEGER;
CREATE INDEX job_state_result ON job_state (result_until) WHERE result_until > 0;

-- Function calls that failed for good, until somebody requeues or discards them.
CREATE TABLE dead_letter (
    job_id      INTEGER PRIMARY KEY REFERENCES job,
    queue       TEXT NOT NULL,
    executor    TEXT NOT NULL,
    function    TEXT NOT NULL,
    error_type  TEXT NOT NULL,
    died        INTEGER NOT NULL,
    requeuing   INTEGER,
    requeued_as INTEGER,
    discarded   INTEGER,
    CONSTRAINT requeued_or_discarded CHECK (
        (discarded IS NULL OR requeuing IS NULL) AND (requeued_as IS NULL OR requeuing IS NOT NULL))
) STRICT;
CREATE INDEX dead_letter_open ON dead_letter (job_id) WHERE requeued_as IS NULL AND discarded IS NULL;
