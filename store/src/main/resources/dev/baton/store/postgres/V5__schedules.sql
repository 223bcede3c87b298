-- Runs that are submitted again and again, when the clock says so. A schedule waits for its next tick or is paused.
CREATE TABLE schedule (
    name       text NOT NULL PRIMARY KEY,
    source     text NOT NULL CHECK (source IN ('CONFIG', 'API')),
    cron       text NOT NULL,
    zone       text NOT NULL,
    catch_up   text NOT NULL CHECK (catch_up IN ('SKIP', 'LAST', 'ALL')),
    template   text NOT NULL,
    next_at    bigint,
    paused_by  text,
    paused_why text,
    last_tick  bigint,
    last_run   bigint,
    created_by text NOT NULL,
    version    bigint NOT NULL,
    CONSTRAINT waits_or_is_paused CHECK ((next_at IS NULL) = (paused_by IS NOT NULL)),
    CONSTRAINT pause_is_whole CHECK ((paused_by IS NULL) = (paused_why IS NULL)),
    CONSTRAINT last_is_whole CHECK ((last_tick IS NULL) = (last_run IS NULL))
);
CREATE INDEX schedule_by_next ON schedule (next_at) WHERE next_at IS NOT NULL;
