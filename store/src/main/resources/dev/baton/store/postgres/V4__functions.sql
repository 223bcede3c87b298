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
