-- Times are microseconds since 1970-01-01T00:00Z by the orchestrator's clock.
-- The numbers of `standing`, `cause`, `kind` and the like are those of the enums in dev.baton.store.Codes.

CREATE TABLE id_block (last INTEGER NOT NULL) STRICT;
INSERT INTO id_block VALUES (0);

CREATE TABLE requirement (
    id        INTEGER PRIMARY KEY,
    signature TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE run (
    run_id       INTEGER PRIMARY KEY,
    owner        TEXT NOT NULL,
    key          TEXT,
    fingerprint  TEXT NOT NULL,
    name         TEXT NOT NULL,
    labels       TEXT NOT NULL,
    submitted_by TEXT NOT NULL,
    created      INTEGER NOT NULL,
    UNIQUE (owner, key)
) STRICT;

-- What was asked for. Never updated.
CREATE TABLE job (
    job_id         INTEGER PRIMARY KEY,
    run_id         INTEGER NOT NULL REFERENCES run,
    name           TEXT NOT NULL,
    kind           TEXT NOT NULL,
    requirement    INTEGER NOT NULL REFERENCES requirement,
    plan           TEXT NOT NULL,
    spec           TEXT NOT NULL,
    has_dependents INTEGER NOT NULL,
    retry_of       INTEGER,
    created        INTEGER NOT NULL
) STRICT;
CREATE INDEX job_by_run ON job (run_id, job_id);

CREATE TABLE need (
    need_id INTEGER NOT NULL REFERENCES job,
    job_id  INTEGER NOT NULL REFERENCES job,
    PRIMARY KEY (need_id, job_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX need_by_job ON need (job_id);

-- How far a job got. One row per job, and the lease is part of it: a second live lease has no place to be.
CREATE TABLE job_state (
    job_id         INTEGER PRIMARY KEY REFERENCES job,
    standing       INTEGER NOT NULL CHECK (standing BETWEEN 0 AND 9),
    requirement    INTEGER NOT NULL,
    rank           INTEGER NOT NULL,
    created        INTEGER NOT NULL,
    gate           TEXT,
    attempt        INTEGER NOT NULL CHECK (attempt >= 1),
    epoch          INTEGER NOT NULL CHECK (epoch >= 0),
    needs          INTEGER NOT NULL,
    deadline       INTEGER,
    phase_by       INTEGER,
    lease_digest   BLOB,
    runner         TEXT,
    credential     TEXT,
    granted_at     INTEGER,
    expires_at     INTEGER,
    lease_end      INTEGER,
    started_at     INTEGER,
    reason         TEXT,
    finished_at    INTEGER,
    cause          INTEGER,
    ending         INTEGER,
    exit_code      INTEGER,
    report         TEXT,
    losses         INTEGER NOT NULL,
    unacknowledged INTEGER NOT NULL,
    releases       INTEGER NOT NULL,
    audit_seq      INTEGER NOT NULL,
    audit_head     BLOB NOT NULL,
    progress       TEXT,
    CONSTRAINT blocked_has_needs CHECK ((standing = 0) = (needs > 0)),
    CONSTRAINT delayed_has_time CHECK (standing <> 1 OR phase_by IS NOT NULL),
    CONSTRAINT gated_has_gate CHECK (standing <> 2 OR gate IS NOT NULL),
    CONSTRAINT queued_has_no_lease CHECK (standing > 3 OR lease_digest IS NULL),
    CONSTRAINT held_has_live_lease CHECK ((standing BETWEEN 4 AND 6) = (expires_at IS NOT NULL)),
    CONSTRAINT lease_is_whole CHECK (
        (lease_digest IS NULL) = (runner IS NULL) AND (lease_digest IS NULL) = (credential IS NULL)
        AND (expires_at IS NULL OR (lease_digest IS NOT NULL AND granted_at IS NOT NULL AND lease_end IS NULL AND epoch >= 1))
        AND (lease_digest IS NULL OR length(lease_digest) = 32)),
    CONSTRAINT running_has_started CHECK (standing <> 5 OR started_at IS NOT NULL),
    CONSTRAINT canceling_has_reason CHECK (standing <> 6 OR reason IS NOT NULL),
    CONSTRAINT finished_is_whole CHECK (
        (standing >= 7) = (finished_at IS NOT NULL) AND (standing >= 7) = (cause IS NOT NULL)
        AND (standing < 7 OR (lease_digest IS NULL) = (lease_end IS NULL))),
    CONSTRAINT due_has_deadline CHECK ((standing IN (1, 4, 5, 6)) = (deadline IS NOT NULL))
) STRICT;

-- The queue: what a claim reads, in its order.
CREATE INDEX job_state_ready ON job_state (requirement, rank, created, job_id) WHERE standing = 3;
-- What waits behind a full gate, in queue order.
CREATE INDEX job_state_gated ON job_state (gate, rank, created, job_id) WHERE standing = 2;
-- What the sweep looks at; also every live lease.
CREATE INDEX job_state_due ON job_state (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX job_state_blocked ON job_state (job_id) WHERE standing = 0;
CREATE INDEX job_state_unsuccessful ON job_state (job_id) WHERE standing >= 8;

-- Leases that ended without ending their job.
CREATE TABLE past_lease (
    job_id       INTEGER NOT NULL REFERENCES job,
    epoch        INTEGER NOT NULL CHECK (epoch >= 1),
    lease_digest BLOB NOT NULL,
    runner       TEXT NOT NULL,
    credential   TEXT NOT NULL,
    lease_end    INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    PRIMARY KEY (job_id, epoch)
) STRICT;

CREATE TABLE gate (
    key     TEXT PRIMARY KEY,
    "limit" INTEGER NOT NULL CHECK ("limit" >= 1),
    taken   INTEGER NOT NULL CHECK (taken >= 0)
) STRICT;

-- Append-only; each line's hash covers the one before it.
CREATE TABLE audit (
    job_id  INTEGER NOT NULL,
    seq     INTEGER NOT NULL CHECK (seq >= 1),
    at      INTEGER NOT NULL,
    kind    INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    epoch   INTEGER NOT NULL,
    actor   TEXT NOT NULL,
    why     TEXT NOT NULL,
    hash    BLOB NOT NULL,
    PRIMARY KEY (job_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
    id      TEXT PRIMARY KEY,
    digest  BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    kind    TEXT NOT NULL CHECK (kind IN ('ADMIN', 'USER', 'RUNNER')),
    name    TEXT NOT NULL UNIQUE,
    runner  TEXT,
    created INTEGER NOT NULL,
    expires INTEGER,
    revoked INTEGER
) STRICT;
