-- What is kept of an attempt that did not end its job. Leases that ended before this version have none of it.
ALTER TABLE past_lease ADD COLUMN attempt INTEGER;
ALTER TABLE past_lease ADD COLUMN granted_at INTEGER;
ALTER TABLE past_lease ADD COLUMN started_at INTEGER;
ALTER TABLE past_lease ADD COLUMN ending INTEGER;
ALTER TABLE past_lease ADD COLUMN report TEXT;
ALTER TABLE past_lease ADD COLUMN why TEXT;
