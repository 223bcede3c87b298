package dev.baton.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// An old database of PostgreSQL.
class PostgresUpgradeIT extends UpgradeContract {
    PostgresUpgradeIT() {
        super("postgres");
    }

    @Override
    TestStore place(Instant now) throws IOException {
        try (var in = resource("v1-postgres.sql")) {
            return PostgresStore.of(new String(in.readAllBytes(), StandardCharsets.UTF_8), now);
        }
    }
}
