package dev.baton.store;

import dev.baton.core.LeaseTerms;

import java.time.InstantSource;

/// Opens engines.
public final class Engines {
    private Engines() {}

    /// Opens the store, brings its schema up to date and starts to work.
    ///
    /// @param clock the store's clock where the store has none of its own (SQLite)
    public static Engine open(
            StoreConfig config, LeaseTerms terms, InstantSource clock, CommitListener listener) {
        var rules = Rules.of(terms);
        return switch (config) {
            case StoreConfig.Sqlite sqlite -> openSqlite(sqlite, rules, clock, listener);
            case StoreConfig.Postgres postgres -> openPostgres(postgres, rules, listener);
        };
    }

    private static Engine openSqlite(
            StoreConfig.Sqlite config, Rules rules, InstantSource clock, CommitListener listener) {
        var database = new SqliteDatabase(config, clock);
        var shared = shared(rules, Neighbours.NONE, listener);
        var engine = new Transactor(database, shared, Surroundings.REAL);
        engine.start();
        return engine;
    }

    private static Engine openPostgres(
            StoreConfig.Postgres config, Rules rules, CommitListener listener) {
        var database = new PostgresDatabase(config);
        var neighbours = new PostgresNeighbours(database, listener);
        var shared = shared(rules, neighbours, listener);
        var engine = new Transactor(database, shared, Surroundings.REAL);
        engine.start();
        neighbours.start(engine);
        return engine;
    }

    private static Shared shared(Rules rules, Neighbours neighbours, CommitListener listener) {
        var requirements = new Requirements(Surroundings.REAL.nanos());
        return new Shared(
                rules,
                requirements,
                new Cursors(Surroundings.REAL.nanos()),
                new Parking(requirements),
                neighbours,
                listener,
                RunParts.MAX_COST);
    }
}
