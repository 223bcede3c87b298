package dev.baton.store;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

import javax.sql.DataSource;

/// Brings a database to the schema that this version needs.
final class Migrations {
    private Migrations() {}

    static void run(DataSource source, String dialect) {
        try {
            Flyway.configure(Migrations.class.getClassLoader())
                    .dataSource(source)
                    .locations("classpath:dev/baton/store/" + dialect)
                    .table("schema_history")
                    .loggers("slf4j")
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new StoreException(
                    StoreException.Code.UNAVAILABLE,
                    "the database could not be opened or brought to this version's schema: "
                            + e.getMessage(),
                    e);
        }
    }
}
