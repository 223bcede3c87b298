-- What somebody wants a runner to do, until it was heard or nobody wants it any more.
CREATE TABLE runner_order (
    runner_id    TEXT NOT NULL PRIMARY KEY,
    reason       TEXT NOT NULL,
    finish_tasks INTEGER NOT NULL,
    deadline     INTEGER,
    expires      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A lease under a token that is pinned to one runner is that runner's, whichever of its tokens it shows.
UPDATE job_state SET credential = 'runner'
WHERE credential IN (SELECT id FROM token WHERE runner IS NOT NULL);
UPDATE past_lease SET credential = 'runner'
WHERE credential IN (SELECT id FROM token WHERE runner IS NOT NULL);
-- Learned again as soon as they are heard of.
DELETE FROM runner;
