package dev.baton.store;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.zip.GZIPInputStream;

/// An old SQLite file.
class SqliteUpgradeTest extends UpgradeContract {
    SqliteUpgradeTest() {
        super("sqlite");
    }

    @Override
    TestStore place(Instant now) throws IOException {
        var store = new SqliteStore(now);
        var file = ((StoreConfig.Sqlite) store.config()).file();
        try (var in = new GZIPInputStream(resource("v1-sqlite.db.gz"))) {
            Files.copy(in, file);
        }
        return store;
    }
}
