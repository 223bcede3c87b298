-- Runs that are submitted again and again, when the clock says so. A schedule waits for its next tick or is paused.
CREATE TABLE schedule (
    name       TEXT NOT NULL PRIMARY KEY,
    source     TEXT NOT NULL CHECK (source IN ('CONFIG', 'API')),
    cron       TEXT NOT NULL,
    zone       TEXT NOT NULL,
    catch_up   TEXT NOT NULL CHECK (catch_up IN ('SKIP', 'LAST', 'ALL')),
    template   TEXT NOT NULL,
    next_at    INTEGER,
    paused_by  TEXT,
    paused_why TEXT,
    last_tick  INTEGER,
    last_run   INTEGER,
    created_by TEXT NOT NULL,
    version    INTEGER NOT NULL,
    CONSTRAINT waits_or_is_paused CHECK ((next_at IS NULL) = (paused_by IS NOT NULL)),
    CONSTRAINT pause_is_whole CHECK ((paused_by IS NULL) = (paused_why IS NULL)),
    CONSTRAINT last_is_whole CHECK ((last_tick IS NULL) = (last_run IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX schedule_by_next ON schedule (next_at) WHERE next_at IS NOT NULL;
