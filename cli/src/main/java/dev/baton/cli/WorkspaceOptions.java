package dev.baton.cli;

import dev.baton.cli.client.Remote;
import dev.baton.cli.output.Screen;
import dev.baton.cli.run.StandardInput;
import dev.baton.cli.run.Workspace;
import dev.baton.cli.run.WorkspaceUpload;
import dev.baton.settings.ConfigException;
import dev.baton.workspace.ScannedTree;
import dev.baton.workspace.TreeScan;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The options that say which files a job finds.
final class WorkspaceOptions {
    private static final long WORTH_SAYING = 4L << 20;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "upload this directory instead of the current one")
    private @Nullable Path directory;

    @Option(
            names = "--no-workspace",
            description = "upload nothing; it starts in an empty directory")
    private boolean nothing;

    @Option(
            names = "--git",
            paramLabel = "URL",
            description = "the runner fetches this repository; nothing is uploaded")
    private @Nullable String git;

    @Option(
            names = "--commit",
            paramLabel = "COMMIT",
            description = "which commit of --git: an id, or a branch or tag")
    private @Nullable String commit;

    /// @throws ConfigException if they contradict each other
    void check() {
        int kinds = (directory == null ? 0 : 1) + (nothing ? 1 : 0) + (git == null ? 0 : 1);
        if (kinds > 1) {
            throw wrong("expected one of --dir, --no-workspace and --git, got several");
        }
        if ((git == null) != (commit == null)) {
            throw wrong("expected --git URL and --commit COMMIT together, got one of them");
        }
        if (git == null && !nothing) {
            Path source = source();
            if (!Files.isDirectory(source)) {
                throw wrong("--dir: '%s' is not a directory".formatted(source));
            }
            if (directory == null && isTooMuch(source)) {
                throw wrong(
                        "this would upload all of %s; say --dir DIR, --no-workspace, or --dir . if you mean it"
                                .formatted(source));
            }
        }
    }

    Workspace bring(Remote remote, Screen screen) throws IOException {
        return bring(remote, screen, null);
    }

    /// @param input what goes with the files, if anything does
    Workspace bring(Remote remote, Screen screen, @Nullable StandardInput input)
            throws IOException {
        if (git != null && commit != null) {
            return new Workspace.Git(git, commit);
        }
        if (nothing) {
            return input == null
                    ? new Workspace.None()
                    : upload(remote, screen).upload(input.tree());
        }
        ScannedTree files = TreeScan.ofSources(source());
        return upload(remote, screen).upload(input == null ? files : files.plus(input.tree()));
    }

    /// Whether the runner fetches the files, so that nothing can be added to them.
    boolean isOfGit() {
        return git != null;
    }

    private static WorkspaceUpload upload(Remote remote, Screen screen) {
        return new WorkspaceUpload(
                remote,
                bytes -> {
                    if (bytes > WORTH_SAYING) {
                        screen.status("uploading %d MiB".formatted(bytes >> 20));
                    }
                });
    }

    private Path source() {
        return (directory == null ? Path.of("") : directory).toAbsolutePath().normalize();
    }

    /// Nobody means to upload a whole home or the whole machine.
    private static boolean isTooMuch(Path source) {
        String home = System.getenv().getOrDefault("HOME", "");
        return source.getParent() == null
                || (!home.isEmpty() && source.equals(Path.of(home).toAbsolutePath().normalize()));
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(List.of(what));
    }
}
