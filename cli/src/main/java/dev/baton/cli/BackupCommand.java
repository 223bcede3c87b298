package dev.baton.cli;

import dev.baton.server.backup.Backup;
import dev.baton.server.backup.Manifest;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;

/// `baton backup`: copies everything that an orchestrator keeps, while it works.
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        description = {
            "Copies everything that an orchestrator keeps, while it works: the database as of one",
            "moment, and the logs, artifacts, contents and caches that it names.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton backup --data /var/lib/baton --to /backup/monday",
            "  baton backup --postgres jdbc:postgresql://db/baton --data /srv/baton --to /backup/monday",
            "",
            "The settings are those of the orchestrator. The backup has the secrets of jobs in it."
        })
final class BackupCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private StoreOptions store;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "DIR",
            description = "the directory of the backup: empty, or not there yet")
    private Path to;

    @Override
    public Integer call() throws IOException {
        var version = new Main.Version().getVersion()[0];
        var made = Backup.write(store.config(), to, version, InstantSource.system());
        spec.commandLine().getOut().println(shown("Backed up", made) + " to " + to);
        return 0;
    }

    static String shown(String what, Manifest manifest) {
        return String.format(
                Locale.ROOT,
                "%s %,d jobs (%,d bytes) and %,d blobs (%,d bytes) as of %s",
                what,
                manifest.jobs(),
                manifest.databaseBytes(),
                manifest.blobs(),
                manifest.blobBytes(),
                manifest.takenAt());
    }
}
