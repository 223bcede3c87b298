package dev.baton.store;

/// The contract on the PostgreSQL that is installed.
class PostgresEngineIT extends PostgresContracts {
    @Override
    TestRelease release() {
        return TestRelease.INSTALLED;
    }
}
