-- What is kept of an attempt that did not end its job. Leases that ended before this version have none of it.
ALTER TABLE past_lease ADD COLUMN attempt integer;
ALTER TABLE past_lease ADD COLUMN granted_at bigint;
ALTER TABLE past_lease ADD COLUMN started_at bigint;
ALTER TABLE past_lease ADD COLUMN ending integer;
ALTER TABLE past_lease ADD COLUMN report text;
ALTER TABLE past_lease ADD COLUMN why text;
