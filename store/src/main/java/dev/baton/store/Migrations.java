package dev.baton.store;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

import javax.sql.DataSource;

/// Brings a database to the schema that this version needs.
final class Migrations {
    private Migrations() {}

    static void run(DataSource source, String dialect) {
        try {
            var flyway =
                    Flyway.configure(Migrations.class.getClassLoader())
                            .dataSource(source)
                            .locations("classpath:dev/baton/store/" + dialect)
                            .table("schema_history")
                            .loggers("slf4j")
                            .load();
            requireNotNewer(flyway);
            flyway.migrate();
        } catch (FlywayException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE,
                    "the database could not be opened or brought to this version's schema: "
                            + e.getMessage(),
                    e);
        }
    }

    /// Flyway itself passes over what it does not know.
    private static void requireNotNewer(Flyway flyway) {
        for (var applied : flyway.info().applied()) {
            var version = applied.getVersion();
            if (version != null && version.isNewerThan(String.valueOf(SchemaVersion.NEWEST))) {
                throw new StoreException(
                        StoreException.Code.UNAVAILABLE,
                        SchemaVersion.refusal(version.getMajor().intValueExact()));
            }
        }
    }
}
