package dev.baton.cli;

import dev.baton.server.backup.Restore;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/// `baton restore`: puts a backup into an empty place.
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Puts a backup into an empty place. Nothing is overwritten: with SQLite there must be no",
            "database and no blobs in the data directory, with PostgreSQL no table in the database.",
            ""
        },
        sortOptions = false,
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton restore --from /backup/monday --data /var/lib/baton",
            "  baton restore --from /backup/monday --postgres jdbc:postgresql://db/new --data /srv/baton",
            "",
            "Stop the orchestrator that the backup is of before you start one on the restored data."
        })
final class RestoreCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private StoreOptions store;

    @Option(
            names = "--from",
            required = true,
            paramLabel = "DIR",
            description = "the directory of the backup")
    private Path from;

    @Override
    public Integer call() throws IOException {
        var restored = Restore.read(from, store.config());
        spec.commandLine().getOut().println(BackupCommand.shown("Restored", restored));
        return 0;
    }
}
