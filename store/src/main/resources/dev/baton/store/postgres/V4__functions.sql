-- What is kept of an attempt that did not end its job. Leases that ended before this version have none of it.
ALTER TABLE past_lease ADD COLUMN attempt integer;
ALTER TABLE past_lease ADD COLUMN granted_at bigint;
ALTER TABLE past_lease ADD COLUMN started_at bigint;
ALTER TABLE past_lease ADD COLUMN ending integer;
ALTER TABLE past_lease ADD COLUMN report text;
ALTER TABLE past_lease ADD COLUMN why text;

-- A job that waits may have a deadline too.
ALTER TABLE job_state DROP CONSTRAINT due_has_deadline;
ALTER TABLE job_state ADD CONSTRAINT due_has_deadline CHECK (
    (standing NOT IN (1, 4, 5, 6) OR deadline IS NOT NULL) AND (standing < 7 OR deadline IS NULL));

-- What only some jobs have. `result_ttl` is in microseconds.
ALTER TABLE job ADD COLUMN queue text;
ALTER TABLE job ADD COLUMN executor text;
ALTER TABLE job ADD COLUMN function text;
ALTER TABLE job ADD COLUMN unique_key text;
ALTER TABLE job ADD COLUMN result_ttl bigint;

-- Who has a unique key. A row lives as long as its job is not over.
CREATE TABLE unique_key (
    key    text PRIMARY KEY,
    job_id bigint NOT NULL UNIQUE REFERENCES job
);

-- When the result of a job is to be forgotten; 0 when it was.
ALTER TABLE job_state ADD COLUMN result_until bigint;
CREATE INDEX job_state_result ON job_state_finished (result_until) WHERE result_until > 0;

-- Function calls that failed for good, until somebody requeues or discards them.
CREATE TABLE dead_letter (
    job_id      bigint PRIMARY KEY REFERENCES job,
    queue       text NOT NULL,
    executor    text NOT NULL,
    function    text NOT NULL,
    error_type  text NOT NULL,
    died        bigint NOT NULL,
    requeuing   bigint,
    requeued_as bigint,
    discarded   bigint,
    CONSTRAINT requeued_or_discarded CHECK (
        (discarded IS NULL OR requeuing IS NULL) AND (requeued_as IS NULL OR requeuing IS NOT NULL))
);
CREATE INDEX dead_letter_open ON dead_letter (job_id) WHERE requeued_as IS NULL AND discarded IS NULL;
