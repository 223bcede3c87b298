-- The runners that were heard of, for people who want to know who is there. Nothing is decided by it.
CREATE TABLE runner (
    runner_id    text NOT NULL,
    credential   text NOT NULL,
    capabilities text NOT NULL,
    capacity     integer NOT NULL CHECK (capacity >= 0),
    seen         bigint NOT NULL,
    PRIMARY KEY (runner_id, credential)
);
CREATE INDEX runner_by_seen ON runner (seen);
