package dev.baton.store;

/// The contract on the newest release of PostgreSQL.
class NewPostgresEngineIT extends PostgresContracts {
    @Override
    TestRelease release() {
        return TestRelease.NEWEST;
    }
}
