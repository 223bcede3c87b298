package dev.baton.store;

/// The contract on an old minor release of PostgreSQL, as many a server runs for years.
class OldPostgresEngineIT extends PostgresContracts {
    @Override
    TestRelease release() {
        return TestRelease.OLD;
    }
}
