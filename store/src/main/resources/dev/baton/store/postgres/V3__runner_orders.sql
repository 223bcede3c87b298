-- What somebody wants a runner to do, until it was heard or nobody wants it any more.
CREATE TABLE runner_order (
    runner_id    text NOT NULL PRIMARY KEY,
    reason       text NOT NULL,
    finish_tasks boolean NOT NULL,
    deadline     bigint,
    expires      bigint NOT NULL
);

-- A lease under a token that is pinned to one runner is that runner's, whichever of its tokens it shows.
UPDATE job_state SET credential = 'runner'
WHERE credential IN (SELECT id FROM token WHERE runner IS NOT NULL);
UPDATE past_lease SET credential = 'runner'
WHERE credential IN (SELECT id FROM token WHERE runner IS NOT NULL);
-- Learned again as soon as they are heard of.
DELETE FROM runner;
