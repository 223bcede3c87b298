package dev.baton.cli.run;

import dev.baton.settings.ConfigException;
import dev.baton.workspace.ScannedTree;
import dev.baton.workspace.TreeScan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What a job reads from its standard input. It travels as a file of the workspace, which is gone when the command starts: so any runner can
/// do it.
public final class StandardInput implements AutoCloseable {
    private static final String NAME = ".baton-stdin";
    private static final int MAX_BYTES = 1 << 20;

    private final Path directory;

    private StandardInput(Path directory) {
        this.directory = directory;
    }

    /// Reads all that comes, to its end.
    ///
    /// @throws ConfigException if it is too much
    public static StandardInput read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new ConfigException(
                    List.of(
                            "--stdin: expected at most %d KiB, got more; put it in a file of the workspace"
                                    .formatted(MAX_BYTES >> 10)));
        }
        Path directory = Files.createTempDirectory("baton-stdin-");
        var input = new StandardInput(directory);
        try {
            Files.write(directory.resolve(NAME), bytes);
            return input;
        } catch (IOException e) {
            input.close();
            throw e;
        }
    }

    /// The file by itself.
    public ScannedTree tree() throws IOException {
        return TreeScan.ofEverything(directory);
    }

    /// A step that reads it.
    static String connected(String step) {
        return "exec 0<%s; rm -f %s; %s".formatted(NAME, NAME, step);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(directory.resolve(NAME));
        Files.deleteIfExists(directory);
    }
}
