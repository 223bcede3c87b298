package dev.baton.blobs.files;

import dev.baton.core.Sha256;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The blobs of a store, copied elsewhere while they are in use, and back.
///
/// A copy is the same tree of files, with a list of them: a line for each with its SHA-256 and its path, as `sha256sum`
/// prints and checks it.
public final class BlobArchive {
    private static final List<String> NOT_KEPT = List.of("log.lock");

    private final Path from;
    private final Path to;
    private long files;
    private long bytes;

    private BlobArchive(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /// Which epochs of which jobs are known.
    @FunctionalInterface
    public interface KnownEpochs {
        /// The newest epoch of each job with a number in this range.
        Map<Long, Integer> between(long from, long to);
    }

    /// How much was copied.
    public record Copied(long files, long bytes) {}

    /// Copies what is known: what was written under later leases, or by later jobs, would be in the way of those that
    /// get the same numbers again.
    ///
    /// Caches come before contents, since they name them, and a seal before its log, since nothing is added to a sealed one.
    public static Copied write(Path blobs, Path copy, Path list, KnownEpochs known)
            throws IOException {
        var archive = new BlobArchive(blobs, copy);
        Files.createDirectories(copy);
        try (var listed = Files.newBufferedWriter(list)) {
            for (var part : List.of("caches", "content")) {
                for (var shard : entries(blobs.resolve(part))) {
                    archive.copyTree(shard, listed);
                }
            }
            for (var group : entries(blobs.resolve("jobs"))) {
                archive.copyJobs(group, known, listed);
            }
        }
        return new Copied(archive.files, archive.bytes);
    }

    /// Copies back what the list names, each file as its digest says.
    ///
    /// @throws IOException also if a file is not the one that was copied
    public static Copied read(Path copy, Path list, Path blobs) throws IOException {
        var archive = new BlobArchive(copy, blobs);
        try (BufferedReader listed = Files.newBufferedReader(list)) {
            for (String line; (line = listed.readLine()) != null; ) {
                var parts = line.split(" {2}", 2);
                var file = parts.length == 2 ? copy.resolve(parts[1]).normalize() : copy;
                if (!file.startsWith(copy) || file.equals(copy)) {
                    throw new IOException("a line of %s names no file: %s".formatted(list, line));
                }
                var digest = archive.copy(file);
                if (!digest.equals(parts[0])) {
                    throw new IOException(
                            "expected %s to have the SHA-256 %s, got %s: the backup is damaged"
                                    .formatted(file, parts[0], digest));
                }
            }
        }
        return new Copied(archive.files, archive.bytes);
    }

    private void copyJobs(Path group, KnownEpochs known, BufferedWriter listed) throws IOException {
        long first = Long.parseLong(group.getFileName().toString()) * Layout.JOBS_PER_DIRECTORY;
        var epochs = known.between(first, first + Layout.JOBS_PER_DIRECTORY);
        for (var job : Directories.entries(group)) {
            var newest = epochs.getOrDefault(Long.parseLong(job.getFileName().toString()), 0);
            for (var epoch : Directories.entries(job)) {
                if (Integer.parseInt(epoch.getFileName().toString()) <= newest) {
                    copyTree(epoch, listed);
                }
            }
        }
    }

    private static List<Path> entries(Path directory) throws IOException {
        return Files.exists(directory) ? Directories.entries(directory) : List.of();
    }

    private void copyTree(Path tree, BufferedWriter listed) throws IOException {
        List<Path> found;
        try (Stream<Path> paths = Files.walk(tree)) {
            found = paths.filter(Files::isRegularFile).sorted(BlobArchive::sealsFirst).toList();
        }
        for (var file : found) {
            if (!NOT_KEPT.contains(file.getFileName().toString())) {
                keep(file, listed);
            }
        }
    }

    private void keep(Path file, BufferedWriter listed) throws IOException {
        try {
            listed.write(copy(file) + "  " + from.relativize(file) + "\n");
        } catch (NoSuchFileException _) {
            // Deleted meanwhile: a cache that somebody wants saved anew.
        }
    }

    private static int sealsFirst(Path one, Path other) {
        boolean seal = one.getFileName().toString().equals("log.sealed");
        boolean otherSeal = other.getFileName().toString().equals("log.sealed");
        return seal == otherSeal ? one.compareTo(other) : seal ? -1 : 1;
    }

    /// Copies a file, and returns the SHA-256 of the bytes that were copied.
    private String copy(Path file) throws IOException {
        var target = to.resolve(from.relativize(file));
        Files.createDirectories(Directories.of(target));
        try (var in = new DigestInputStream(Files.newInputStream(file), Sha256.newDigest())) {
            bytes += Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            files++;
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        }
    }
}
