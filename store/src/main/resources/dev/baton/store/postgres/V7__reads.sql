-- What lists are filtered by. None of these is written when a job is granted, renewed or succeeds.
CREATE INDEX job_by_name ON job (name, job_id);
DROP INDEX job_state_unsuccessful;
CREATE INDEX job_state_unsuccessful ON job_state_finished (standing, job_id) WHERE standing >= 8;
