-- The process that a lease was granted to, chosen at random by the process itself: only that one may disown the lease. Leases
-- from before have none, and neither have those of runners that do not say.
ALTER TABLE job_state ADD COLUMN instance text;

-- The process that a runner was last heard as, and since when.
ALTER TABLE runner ADD COLUMN instance text;
ALTER TABLE runner ADD COLUMN instance_since bigint;
