-- What waits for something else than a runner, and which requirements it has. For jobs that are ready there is an index that
-- begins with the requirement.
DROP INDEX job_state_blocked;
CREATE INDEX job_state_waiting ON job_state_queued (requirement, standing) WHERE standing < 3;

-- Written and removed again to show that the store can be written to. Empty between transactions.
CREATE TABLE write_probe (id bigint PRIMARY KEY);
