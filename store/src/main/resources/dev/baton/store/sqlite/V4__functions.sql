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
