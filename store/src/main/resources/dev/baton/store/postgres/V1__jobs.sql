-- Times are microseconds since 1970-01-01T00:00Z by this server's clock.
-- The numbers of `standing`, `cause`, `kind` and the like are those of the enums in dev.baton.store.Codes.

CREATE SEQUENCE id_block;

CREATE TABLE requirement (
    id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    signature text NOT NULL UNIQUE
);

CREATE TABLE run (
    run_id       bigint PRIMARY KEY,
    owner        text NOT NULL,
    key          text,
    fingerprint  text NOT NULL,
    name         text NOT NULL,
    labels       text NOT NULL,
    submitted_by text NOT NULL,
    created      bigint NOT NULL,
    UNIQUE (owner, key)
);

-- What was asked for. Never updated.
CREATE TABLE job (
    job_id         bigint PRIMARY KEY,
    run_id         bigint NOT NULL REFERENCES run,
    name           text NOT NULL,
    kind           text NOT NULL,
    requirement    integer NOT NULL REFERENCES requirement,
    plan           text NOT NULL,
    spec           text NOT NULL,
    has_dependents boolean NOT NULL,
    retry_of       bigint,
    created        bigint NOT NULL
);
CREATE INDEX job_by_run ON job (run_id, job_id);

CREATE TABLE need (
    need_id bigint NOT NULL REFERENCES job,
    job_id  bigint NOT NULL REFERENCES job,
    PRIMARY KEY (need_id, job_id)
);
CREATE INDEX need_by_job ON need (job_id);

-- How far a job got. One row per job, and the lease is part of it: a second live lease has no place to be.
CREATE TABLE job_state (
    job_id         bigint PRIMARY KEY REFERENCES job,
    standing       smallint NOT NULL CHECK (standing BETWEEN 0 AND 9),
    requirement    integer NOT NULL,
    rank           integer NOT NULL,
    created        bigint NOT NULL,
    gate           text,
    attempt        integer NOT NULL CHECK (attempt >= 1),
    epoch          integer NOT NULL CHECK (epoch >= 0),
    needs          integer NOT NULL,
    deadline       bigint,
    phase_by       bigint,
    lease_digest   bytea,
    runner         text,
    credential     text,
    granted_at     bigint,
    expires_at     bigint,
    lease_end      smallint,
    started_at     bigint,
    reason         text,
    finished_at    bigint,
    cause          smallint,
    ending         smallint,
    exit_code      integer,
    report         text,
    losses         integer NOT NULL,
    unacknowledged integer NOT NULL,
    releases       integer NOT NULL,
    audit_seq      integer NOT NULL,
    audit_head     bytea NOT NULL,
    progress       text,
    CONSTRAINT blocked_has_needs CHECK ((standing = 0) = (needs > 0)),
    CONSTRAINT delayed_has_time CHECK (standing <> 1 OR phase_by IS NOT NULL),
    CONSTRAINT gated_has_gate CHECK (standing <> 2 OR gate IS NOT NULL),
    CONSTRAINT queued_has_no_lease CHECK (standing > 3 OR lease_digest IS NULL),
    CONSTRAINT held_has_live_lease CHECK ((standing BETWEEN 4 AND 6) = (expires_at IS NOT NULL)),
    CONSTRAINT lease_is_whole CHECK (
        (lease_digest IS NULL) = (runner IS NULL) AND (lease_digest IS NULL) = (credential IS NULL)
        AND (expires_at IS NULL OR (lease_digest IS NOT NULL AND granted_at IS NOT NULL AND lease_end IS NULL AND epoch >= 1))
        AND (lease_digest IS NULL OR octet_length(lease_digest) = 32)),
    CONSTRAINT running_has_started CHECK (standing <> 5 OR started_at IS NOT NULL),
    CONSTRAINT canceling_has_reason CHECK (standing <> 6 OR reason IS NOT NULL),
    CONSTRAINT finished_is_whole CHECK (
        (standing >= 7) = (finished_at IS NOT NULL) AND (standing >= 7) = (cause IS NOT NULL)
        AND (standing < 7 OR (lease_digest IS NULL) = (lease_end IS NULL))),
    CONSTRAINT due_has_deadline CHECK ((standing IN (1, 4, 5, 6)) = (deadline IS NOT NULL))
) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);

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
    job_id       bigint NOT NULL REFERENCES job,
    epoch        integer NOT NULL CHECK (epoch >= 1),
    lease_digest bytea NOT NULL,
    runner       text NOT NULL,
    credential   text NOT NULL,
    lease_end    smallint NOT NULL,
    at           bigint NOT NULL,
    PRIMARY KEY (job_id, epoch)
);

CREATE TABLE gate (
    key     text PRIMARY KEY,
    "limit" integer NOT NULL CHECK ("limit" >= 1),
    taken   integer NOT NULL CHECK (taken >= 0)
);

-- Append-only; each line's hash covers the one before it.
CREATE TABLE audit (
    job_id  bigint NOT NULL,
    seq     integer NOT NULL CHECK (seq >= 1),
    at      bigint NOT NULL,
    kind    smallint NOT NULL,
    attempt integer NOT NULL,
    epoch   integer NOT NULL,
    actor   text NOT NULL,
    why     text NOT NULL,
    hash    bytea NOT NULL,
    PRIMARY KEY (job_id, seq)
);

CREATE TABLE token (
    id      text PRIMARY KEY,
    digest  bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
    kind    text NOT NULL CHECK (kind IN ('ADMIN', 'USER', 'RUNNER')),
    name    text NOT NULL UNIQUE,
    runner  text,
    created bigint NOT NULL,
    expires bigint,
    revoked bigint
);

-- The orchestrators that share this store.
CREATE TABLE orchestrator (
    id   text PRIMARY KEY,
    seen bigint NOT NULL
);
