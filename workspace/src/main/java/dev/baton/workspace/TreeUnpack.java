package dev.baton.workspace;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.baton.core.Sha256;
import dev.baton.core.Shown;
import dev.baton.workspace.TreeEntry.DirectoryEntry;
import dev.baton.workspace.TreeEntry.FileEntry;
import dev.baton.workspace.TreeEntry.LinkEntry;
import dev.baton.workspace.WorkspaceException.Code;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/// Makes a directory of a tree. Nothing is written through a link, or over something that is there.
///
/// Links are made last: while files are written there is none among what was unpacked, and one that was there before is
/// found when the way to a file is checked. What fails half way leaves a directory that can be deleted.
public final class TreeUnpack {
    private static final Set<PosixFilePermission> PLAIN =
            PosixFilePermissions.fromString("rw-r--r--");
    private static final Set<PosixFilePermission> EXECUTABLE =
            PosixFilePermissions.fromString("rwxr-xr-x");
    private static final int BUFFER_BYTES = 64 << 10;

    /// What to do about a file that is there already.
    private enum Present {
        REFUSE,
        KEEP
    }

    private final Path root;
    private final ContentSource contents;
    private final Present present;
    private final Set<Path> ways = new HashSet<>();
    private final byte[] buffer = new byte[BUFFER_BYTES];

    private TreeUnpack(Path root, ContentSource contents, Present present) {
        this.root = root;
        this.contents = contents;
        this.present = present;
    }

    /// Unpacks into a directory, which is made if there is none.
    ///
    /// @throws WorkspaceException if a content is missing or wrong, or something is in the way
    public static void into(Path directory, Tree tree, ContentSource contents) throws IOException {
        unpack(directory, tree, contents, Present.REFUSE);
    }

    /// The same, but files and links that are there already stay as they are.
    public static void fillIn(Path directory, Tree tree, ContentSource contents)
            throws IOException {
        unpack(directory, tree, contents, Present.KEEP);
    }

    private static void unpack(Path directory, Tree tree, ContentSource contents, Present present)
            throws IOException {
        Files.createDirectories(directory);
        var unpack = new TreeUnpack(directory.toRealPath(), contents, present);
        for (TreeEntry entry : tree.entries()) {
            switch (entry) {
                case FileEntry file -> unpack.write(file);
                case DirectoryEntry empty -> unpack.makeWay(unpack.root.resolve(empty.path()));
                case LinkEntry _ -> {}
            }
        }
        for (TreeEntry entry : tree.entries()) {
            if (entry instanceof LinkEntry link) {
                unpack.link(link);
            }
        }
    }

    private void write(FileEntry file) throws IOException {
        Path place = root.resolve(file.path());
        makeWayTo(place);
        if (keeps(place)) {
            return;
        }
        if (!write(file, place, contents.open(file.sha256()))
                && !write(file, place, contents.reopen(file.sha256()))) {
            throw new WorkspaceException(
                    Code.DIGEST_MISMATCH,
                    "'%s': the bytes are not those of %s"
                            .formatted(Shown.of(file.path()), file.sha256().named()));
        }
    }

    /// @return whether the bytes were those of the file; if not, there is none
    private boolean write(FileEntry file, Path place, InputStream bytes) throws IOException {
        try (bytes) {
            OutputStream out = create(file, place);
            boolean right = false;
            try (out) {
                right = copy(file, bytes, out);
            } finally {
                if (!right) {
                    Files.deleteIfExists(place);
                }
            }
            return right;
        }
    }

    private static OutputStream create(FileEntry file, Path place) throws IOException {
        var mode = PosixFilePermissions.asFileAttribute(file.executable() ? EXECUTABLE : PLAIN);
        try {
            return Channels.newOutputStream(
                    Files.newByteChannel(place, Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS), mode));
        } catch (FileAlreadyExistsException e) {
            throw inTheWay(file.path(), e);
        }
    }

    private boolean copy(FileEntry file, InputStream bytes, OutputStream out) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        long left = file.size();
        for (int n = bytes.read(buffer); n >= 0; n = bytes.read(buffer)) {
            left -= n;
            if (left < 0) {
                return false;
            }
            digest.update(buffer, 0, n);
            out.write(buffer, 0, n);
        }
        return left == 0 && Sha256.of(digest.digest()).equals(file.sha256());
    }

    private void link(LinkEntry link) throws IOException {
        Path place = root.resolve(link.path());
        makeWayTo(place);
        if (keeps(place)) {
            return;
        }
        try {
            Files.createSymbolicLink(place, Path.of(link.target()));
        } catch (FileAlreadyExistsException e) {
            throw inTheWay(link.path(), e);
        }
    }

    private boolean keeps(Path place) {
        return present == Present.KEEP && Files.exists(place, NOFOLLOW_LINKS);
    }

    private void makeWayTo(Path place) throws IOException {
        makeWay(Objects.requireNonNull(place.getParent()));
    }

    /// Makes the directories down to this one, none of which may be a link.
    private void makeWay(Path directory) throws IOException {
        if (directory.equals(root) || ways.contains(directory)) {
            return;
        }
        makeWayTo(directory);
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, NOFOLLOW_LINKS)) {
                throw inTheWay(root.relativize(directory).toString(), e);
            }
        }
        ways.add(directory);
    }

    private static WorkspaceException inTheWay(String path, IOException cause) {
        return new WorkspaceException(
                Code.IN_THE_WAY,
                "'%s': something else is there already".formatted(Shown.of(path)),
                cause);
    }
}
