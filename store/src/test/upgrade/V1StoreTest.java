package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.Ending;
import dev.baton.core.JobId;
import dev.baton.core.LeaseTerms;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// Fills stores with jobs in every state, and leaves them and what its runners know as files.
///
/// Not a test of this version: `make-v1` runs it within the last one that had schema version 1.
class V1StoreTest {
    private static final Path TO = Path.of(System.getProperty("upgrade.to"));

    private final List<String> known = new ArrayList<>();

    @Test
    void a_sqlite_file_is_made() throws IOException {
        var store = new SqliteStore();
        var file = ((StoreConfig.Sqlite) store.config()).file();
        fill(store, store.clock().instant());
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        store.execute("PRAGMA journal_mode = DELETE");
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(TO.resolve("v1-sqlite.db.gz")))) {
            Files.copy(file, out);
        }
        Files.write(TO.resolve("v1-sqlite.txt"), known);
    }

    @Test
    void a_dump_of_postgresql_is_made() throws Exception {
        var store = new PostgresStore();
        fill(store, Instant.now());
        var url = ((StoreConfig.Postgres) store.config()).url();
        var database = URI.create(url.substring("jdbc:".length()));
        var dump =
                new ProcessBuilder(
                                System.getProperty("upgrade.pg_dump"),
                                "--host=" + database.getHost(),
                                "--port=" + database.getPort(),
                                "--username=baton",
                                "--schema=public",
                                "--no-owner",
                                "--inserts",
                                database.getPath().substring(1))
                        .inheritIO()
                        .redirectOutput(TO.resolve("v1-postgres.sql").toFile())
                        .start();
        if (dump.waitFor() != 0) {
            throw new IOException("pg_dump failed");
        }
        Files.write(TO.resolve("v1-postgres.txt"), known);
    }

    private void fill(TestStore store, Instant now) {
        known.add("now " + now);
        try (var engine = store.open(LeaseTerms.DEFAULTS, new Recorder());
                var runner = new TestRunner(engine, "old", "old")) {
            submit(engine, job("succeeded"));
            runner.does();
            submit(engine, job("failed"));
            var failing = runner.starts();
            runner.told(failing, runner.complete(failing, Ending.FATAL));
            cancel(engine, submit(engine, job("canceled")));
            submit(engine, job("lost"));
            runner.starts();
            store.passTime(LeaseTerms.DEFAULTS.ttl());
            while (engine.sweep() > 0) {}
            var running = runner.starts();
            note("running", running);
            submit(engine, job("canceling"));
            var canceling = runner.starts();
            cancel(engine, canceling.job());
            note("canceling", canceling);
            submit(engine, job("leased"));
            note("leased", runner.claims());
            submit(engine, job("ready"));
            submit(engine, job("later").notBefore(now.plus(Duration.ofHours(1))));
            submit(engine, job("through").gate("old-gate", 1));
            submit(engine, job("gated").gate("old-gate", 1));
            engine.submit(Draft.run(job("need"), job("blocked").needing(0)));
        }
    }

    private static Draft job(String name) {
        return Draft.job(name).requiring("old");
    }

    private static JobId submit(Engine engine, Draft job) {
        return ((Submitted.Created) engine.submit(Draft.run(job))).jobs().getFirst();
    }

    private static void cancel(Engine engine, JobId job) {
        engine.tell(List.of(Addressed.of(job, new Command.Cancel("user:ann", "not wanted"))));
    }

    private void note(String what, Grant grant) {
        known.add(
                "%s %s %d %s"
                        .formatted(what, grant.job(), grant.epoch(), grant.leaseId().text()));
    }
}
