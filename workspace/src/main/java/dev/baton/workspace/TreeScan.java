package dev.baton.workspace;

import dev.baton.core.Sha256;
import dev.baton.core.Shown;
import dev.baton.workspace.TreeEntry.DirectoryEntry;
import dev.baton.workspace.TreeEntry.FileEntry;
import dev.baton.workspace.TreeEntry.LinkEntry;
import dev.baton.workspace.WorkspaceException.Code;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Looks at a directory and makes a tree of it. Links are never followed.
///
/// What cannot be part of a tree, a link that leads outside or a socket, is refused and named, not silently left out:
/// work that misses a file fails in ways that nobody understands.
public final class TreeScan {
    private static final int MOST_IGNORE_BYTES = 1 << 20;
    private static final int MOST_REFUSED_NAMED = 10;

    private final boolean ignoring;
    private final List<TreeEntry> entries = new ArrayList<>();
    private final List<FileHashes.Unhashed> files = new ArrayList<>();
    private final Map<String, String> links = new HashMap<>();
    private final List<String> refused = new ArrayList<>();

    private TreeScan(boolean ignoring) {
        this.ignoring = ignoring;
    }

    /// The files that a person works with: without `.git`, and without what `.gitignore` and `.batonignore` leave out.
    ///
    /// @throws WorkspaceException if something in it cannot be part of a tree
    public static ScannedTree ofSources(Path directory) throws IOException {
        return new TreeScan(true).scan(directory);
    }

    /// Every file, whatever it is called.
    ///
    /// @throws WorkspaceException if something in it cannot be part of a tree
    public static ScannedTree ofEverything(Path directory) throws IOException {
        return new TreeScan(false).scan(directory);
    }

    private ScannedTree scan(Path directory) throws IOException {
        Path root = directory.toRealPath();
        walk(new Level(root, List.of(), List.of()));
        checkLinks();
        if (!refused.isEmpty()) {
            throw refusal();
        }
        Map<Sha256, Path> places = new HashMap<>();
        for (FileHashes.Hashed hashed : FileHashes.of(files)) {
            var file = hashed.file();
            entries.add(
                    new FileEntry(file.path(), file.executable(), hashed.size(), hashed.sha256()));
            places.put(hashed.sha256(), file.place());
        }
        return new ScannedTree(Tree.ofUnsorted(entries), places);
    }

    /// A directory on the way, with the patterns of every directory above it.
    private record Level(Path directory, List<String> names, List<IgnoreFile> ignores) {
        Level down(String name) {
            var deeper = new ArrayList<>(names);
            deeper.add(name);
            return new Level(directory.resolve(name), deeper, ignores);
        }

        /// The innermost patterns that say something decide.
        boolean leavesOut(List<String> path, boolean isDirectory) {
            for (int depth = ignores.size() - 1; depth >= 0; depth--) {
                var said =
                        ignores.get(depth).leavesOut(path.subList(depth, path.size()), isDirectory);
                if (said.isPresent()) {
                    return said.get();
                }
            }
            return false;
        }
    }

    /// @return whether there is anything in it
    private boolean walk(Level above) throws IOException {
        Level here = ignoring ? withIgnores(above) : above;
        if (here.names().size() >= TreePath.MOST_NAMES) {
            throw new WorkspaceException(
                    Code.TOO_LARGE,
                    "%s: expected at most %d levels"
                            .formatted(here.directory(), TreePath.MOST_NAMES));
        }
        boolean any = false;
        for (String name : names(here.directory())) {
            if (ignoring && name.equals(".git")) {
                continue;
            }
            Level inner = here.down(name);
            var attributes =
                    Files.readAttributes(
                            inner.directory(),
                            PosixFileAttributes.class,
                            LinkOption.NOFOLLOW_LINKS);
            if (!here.leavesOut(inner.names(), attributes.isDirectory())) {
                any = true;
                add(inner, attributes);
            }
        }
        return any;
    }

    private void add(Level place, PosixFileAttributes attributes) throws IOException {
        String path = String.join("/", place.names());
        String problem = TreePath.problem(path);
        if (!problem.isEmpty()) {
            refused.add("'%s': %s".formatted(Shown.of(path), problem));
        } else if (!attributes.isSymbolicLink() && !isReadable(place.directory(), attributes)) {
            refused.add("'%s': there is no permission to read it".formatted(Shown.of(path)));
        } else if (attributes.isDirectory()) {
            if (!walk(place)) {
                entries.add(new DirectoryEntry(path));
            }
        } else if (attributes.isSymbolicLink()) {
            String target = Files.readSymbolicLink(place.directory()).toString();
            links.put(path, target);
        } else if (attributes.isRegularFile()) {
            boolean executable =
                    attributes.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
            files.add(new FileHashes.Unhashed(path, place.directory(), executable));
        } else {
            refused.add(
                    "'%s': expected a file, a directory or a link, got a socket, pipe or device"
                            .formatted(Shown.of(path)));
        }
        if (entries.size() + files.size() + links.size() > Tree.MOST_ENTRIES) {
            throw new WorkspaceException(
                    Code.TOO_LARGE, "expected at most %d files".formatted(Tree.MOST_ENTRIES));
        }
    }

    private static boolean isReadable(Path file, PosixFileAttributes attributes) {
        return Files.isReadable(file) && (!attributes.isDirectory() || Files.isExecutable(file));
    }

    private void checkLinks() {
        var rules = new LinkRules(links);
        links.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(
                        link -> {
                            String problem = rules.problem(link.getKey(), link.getValue());
                            if (problem.isEmpty()) {
                                entries.add(new LinkEntry(link.getKey(), link.getValue()));
                            } else {
                                refused.add(
                                        "'%s' is a link to '%s': %s"
                                                .formatted(
                                                        Shown.of(link.getKey()),
                                                        Shown.of(link.getValue()),
                                                        problem));
                            }
                        });
    }

    private WorkspaceException refusal() {
        var named = String.join("; ", refused.stream().limit(MOST_REFUSED_NAMED).toList());
        int more = refused.size() - MOST_REFUSED_NAMED;
        return new WorkspaceException(
                Code.REFUSED_FILE,
                named
                        + (more > 0 ? "; and %d more".formatted(more) : "")
                        + (ignoring
                                ? ". What the work does not need can go into .batonignore"
                                : ""));
    }

    private static List<String> names(Path directory) throws IOException {
        var names = new ArrayList<String>();
        try (var stream = Files.newDirectoryStream(directory)) {
            stream.forEach(path -> names.add(String.valueOf(path.getFileName())));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        names.sort(Comparator.naturalOrder());
        return names;
    }

    private static Level withIgnores(Level level) throws IOException {
        var ignores = new ArrayList<>(level.ignores());
        ignores.add(
                read(level.directory().resolve(".gitignore"))
                        .then(read(level.directory().resolve(".batonignore"))));
        return new Level(level.directory(), level.names(), ignores);
    }

    private static IgnoreFile read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return IgnoreFile.NONE;
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(MOST_IGNORE_BYTES + 1);
            if (bytes.length > MOST_IGNORE_BYTES) {
                throw new WorkspaceException(
                        Code.TOO_LARGE,
                        "%s: expected at most %d bytes".formatted(file, MOST_IGNORE_BYTES));
            }
            return IgnoreFile.parse(new String(bytes, StandardCharsets.UTF_8));
        }
    }
}
