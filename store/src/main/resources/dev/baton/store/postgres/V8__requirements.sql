-- Which requirements are in use: those of jobs that wait for something else than a runner. For jobs that are ready there is
-- an index that begins with the requirement.
CREATE INDEX job_state_waiting ON job_state_queued (requirement) WHERE standing < 3;

-- Written and removed again to show that the store can be written to. Empty between transactions.
CREATE TABLE write_probe (id bigint PRIMARY KEY);
