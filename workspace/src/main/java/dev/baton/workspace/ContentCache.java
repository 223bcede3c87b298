package dev.baton.workspace;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.baton.core.Sha256;
import dev.baton.workspace.WorkspaceException.Code;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/// Contents kept on this machine, so that the next job does not have to fetch them again. Several threads and processes
/// may share a directory.
///
/// Jobs get copies, never the files themselves, and whoever copies checks the digest: bytes that rotted, or that a job
/// got hold of, are fetched again. When it grows beyond its bound, what was not used for longest goes.
public final class ContentCache {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int MOST_FETCHES = 3;

    private final Path root;
    private final CacheSpace space;
    private final InstantSource clock;

    private ContentCache(Path root, CacheSpace space, InstantSource clock) {
        this.root = root;
        this.space = space;
        this.clock = clock;
    }

    /// Opens the cache in a directory, which is made if there is none, and is nobody else's to read.
    ///
    /// @param mostBytes how much it may keep; one content that is larger is kept alone
    public static ContentCache open(Path directory, long mostBytes, InstantSource clock)
            throws IOException {
        var owner = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, owner);
        Path root = directory.toRealPath();
        Files.createDirectories(root.resolve("tmp"));
        var space = new CacheSpace(root, mostBytes);
        space.clear(clock.instant());
        return new ContentCache(root, space, clock);
    }

    /// Brings contents from elsewhere, with [#put].
    @FunctionalInterface
    public interface Fetch {
        void bring(List<Sha256> wanted, ContentCache into) throws IOException;
    }

    /// Those of the contents that are not here.
    public List<Sha256> missing(Collection<Sha256> wanted) {
        return wanted.stream().distinct().filter(content -> !Files.exists(place(content))).toList();
    }

    /// Keeps a content. The stream is read to its end and not closed.
    ///
    /// @throws WorkspaceException if it is not what the digest names; nothing is kept then
    public void put(Sha256 content, InputStream bytes) throws IOException {
        Path staged = root.resolve("tmp").resolve(UUID.randomUUID().toString());
        try {
            long size = receive(content, bytes, staged);
            Path place = place(content);
            touch(staged);
            move(staged, place);
            space.added(place, size);
        } finally {
            Files.deleteIfExists(staged);
        }
    }

    private static void move(Path staged, Path place) throws IOException {
        try {
            Files.move(staged, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException _) {
            Files.createDirectories(Objects.requireNonNull(place.getParent()));
            Files.move(staged, place, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static long receive(Sha256 content, InputStream bytes, Path staged) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        byte[] buffer = new byte[BUFFER_BYTES];
        long size = 0;
        try (OutputStream out = Files.newOutputStream(staged, CREATE_NEW, WRITE)) {
            for (int n = bytes.read(buffer); n >= 0; n = bytes.read(buffer)) {
                digest.update(buffer, 0, n);
                out.write(buffer, 0, n);
                size += n;
            }
        }
        if (!Sha256.of(digest.digest()).equals(content)) {
            throw new WorkspaceException(
                    Code.DIGEST_MISMATCH,
                    "the bytes that came are not those of " + content.named());
        }
        return size;
    }

    /// The cache as a source of contents: what is not here, or turns out to be damaged, is fetched.
    public ContentSource fetching(Fetch fetch) {
        return new ContentSource() {
            @Override
            public InputStream open(Sha256 content) throws IOException {
                try {
                    return opened(content);
                } catch (NoSuchFileException _) {
                    return fetched(content);
                }
            }

            @Override
            public InputStream reopen(Sha256 content) throws IOException {
                Files.deleteIfExists(place(content));
                return fetched(content);
            }

            private InputStream fetched(Sha256 content) throws IOException {
                for (int tries = 0; tries < MOST_FETCHES; tries++) {
                    fetch.bring(List.of(content), ContentCache.this);
                    try {
                        return opened(content);
                    } catch (NoSuchFileException _) {
                        // evicted again already: the cache is small for what goes on
                    }
                }
                throw new WorkspaceException(
                        Code.MISSING_CONTENT, content.named() + " could not be fetched");
            }
        };
    }

    private InputStream opened(Sha256 content) throws IOException {
        Path place = place(content);
        InputStream bytes = Files.newInputStream(place);
        touch(place);
        return bytes;
    }

    /// Remembers that it was used. Whoever evicts it in this moment is no problem: it is open.
    private void touch(Path place) throws IOException {
        try {
            Files.setLastModifiedTime(place, FileTime.from(clock.instant()));
        } catch (NoSuchFileException _) {
            // evicted by another process
        }
    }

    private Path place(Sha256 content) {
        String digits = content.toString();
        return root.resolve(digits.substring(0, 2)).resolve(digits);
    }
}
