-- The runners that were heard of, for people who want to know who is there. Nothing is decided by it.
CREATE TABLE runner (
    runner_id    TEXT NOT NULL,
    credential   TEXT NOT NULL,
    capabilities TEXT NOT NULL,
    capacity     INTEGER NOT NULL CHECK (capacity >= 0),
    seen         INTEGER NOT NULL,
    PRIMARY KEY (runner_id, credential)
) STRICT, WITHOUT ROWID;
CREATE INDEX runner_by_seen ON runner (seen);
