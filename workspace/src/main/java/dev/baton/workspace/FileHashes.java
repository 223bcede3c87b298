package dev.baton.workspace;

import dev.baton.core.Sha256;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Reads many files and says what they are known by. Few threads: a disk and a digest keep no more busy.
final class FileHashes {
    private static final int MOST_THREADS = 4;
    private static final int FILES_AT_A_TIME = 64;
    private static final int BUFFER_BYTES = 64 << 10;

    private FileHashes() {}

    /// A file that was found.
    record Unhashed(String path, Path place, boolean executable) {}

    /// @param size what was read, which is not what the file system said if the file grew meanwhile
    record Hashed(Unhashed file, long size, Sha256 sha256) {}

    static List<Hashed> of(List<Unhashed> files) throws IOException {
        var pieces = new ArrayList<Callable<List<Hashed>>>();
        for (int from = 0; from < files.size(); from += FILES_AT_A_TIME) {
            var piece = files.subList(from, Math.min(files.size(), from + FILES_AT_A_TIME));
            pieces.add(() -> hashAll(piece));
        }
        int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        if (pieces.size() <= 1 || threads == 1) {
            return hashAll(files);
        }
        try (var executor = Executors.newFixedThreadPool(threads)) {
            var hashed = new ArrayList<Hashed>(files.size());
            for (Future<List<Hashed>> piece : executor.invokeAll(pieces)) {
                hashed.addAll(piece.get());
            }
            return hashed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while files were read", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private static List<Hashed> hashAll(List<Unhashed> files) throws IOException {
        var buffer = new byte[BUFFER_BYTES];
        var hashed = new ArrayList<Hashed>(files.size());
        for (Unhashed file : files) {
            hashed.add(hash(file, buffer));
        }
        return hashed;
    }

    private static Hashed hash(Unhashed file, byte[] buffer) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        long size = 0;
        try (InputStream in = Files.newInputStream(file.place(), LinkOption.NOFOLLOW_LINKS)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
                size += n;
            }
        }
        return new Hashed(file, size, Sha256.of(digest.digest()));
    }
}
