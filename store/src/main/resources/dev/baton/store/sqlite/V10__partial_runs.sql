-- Runs that are too large for one transaction and of which not all jobs are written yet. Lists do not show them. The row is gone with
-- the last part.
CREATE TABLE partial_run (
    run_id  INTEGER PRIMARY KEY REFERENCES run,
    -- As it was submitted.
    jobs    TEXT NOT NULL,
    -- How many of the jobs are written, and the ids of all of them.
    turn    INTEGER NOT NULL,
    ids     BLOB NOT NULL,
    -- When the newest part was written.
    written INTEGER NOT NULL
) STRICT;
