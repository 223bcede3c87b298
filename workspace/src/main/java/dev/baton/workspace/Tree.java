package dev.baton.workspace;

import dev.baton.core.Sha256;
import dev.baton.core.Shown;
import dev.baton.workspace.TreeEntry.DirectoryEntry;
import dev.baton.workspace.TreeEntry.FileEntry;
import dev.baton.workspace.TreeEntry.LinkEntry;
import dev.baton.workspace.WorkspaceException.Code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A directory as a list: every file by its path, mode, size and digest. Itself a content, known by the digest of its
/// JSON ([TreeCodec]).
///
/// Whoever has one knows that it can be unpacked without touching anything outside: paths are plain and sorted, each
/// is there once, nothing lies below a file or a link, and links stay inside.
public record Tree(List<TreeEntry> entries) {
    public static final int MOST_ENTRIES = 1_000_000;
    public static final Tree EMPTY = new Tree(List.of());

    /// Checks the whole of it.
    ///
    /// @throws WorkspaceException if it must not be unpacked
    public Tree {
        entries = List.copyOf(entries);
        if (entries.size() > MOST_ENTRIES) {
            throw new WorkspaceException(
                    Code.TOO_LARGE,
                    "expected at most %d entries, got %d".formatted(MOST_ENTRIES, entries.size()));
        }
        requireOrder(entries);
        requireRoomBelow(entries);
        requireLinksInside(entries);
    }

    /// A tree of entries in any order.
    public static Tree ofUnsorted(List<TreeEntry> entries) {
        var sorted = new ArrayList<>(entries);
        sorted.sort((a, b) -> TreePath.ORDER.compare(a.path(), b.path()));
        return new Tree(sorted);
    }

    public List<FileEntry> files() {
        return entries.stream()
                .filter(FileEntry.class::isInstance)
                .map(FileEntry.class::cast)
                .toList();
    }

    /// The digests of all files, each once, in the order of the tree.
    public Set<Sha256> contents() {
        var contents = new LinkedHashSet<Sha256>();
        files().forEach(file -> contents.add(file.sha256()));
        return contents;
    }

    /// How many bytes its files have, unpacked.
    public long bytes() {
        return files().stream().mapToLong(FileEntry::size).sum();
    }

    /// The same tree one level deeper, under a name.
    public Tree under(String name) {
        return new Tree(
                entries.stream().map(entry -> moved(entry, name + "/" + entry.path())).toList());
    }

    /// What is below a directory, as a tree of its own.
    public Tree below(String directory) {
        String prefix = directory + "/";
        return new Tree(
                entries.stream()
                        .filter(entry -> entry.path().startsWith(prefix))
                        .map(entry -> moved(entry, entry.path().substring(prefix.length())))
                        .toList());
    }

    private static TreeEntry moved(TreeEntry entry, String path) {
        return switch (entry) {
            case FileEntry file ->
                    new FileEntry(path, file.executable(), file.size(), file.sha256());
            case DirectoryEntry _ -> new DirectoryEntry(path);
            case LinkEntry link -> new LinkEntry(path, link.target());
        };
    }

    private static void requireOrder(List<TreeEntry> entries) {
        String before = "";
        for (TreeEntry entry : entries) {
            TreePath.require(entry.path());
            int order = TreePath.ORDER.compare(before, entry.path());
            if (order >= 0) {
                throw invalid(entry, order == 0 ? "is there twice" : "expected paths in order");
            }
            before = entry.path();
            if (entry instanceof FileEntry file && file.size() < 0) {
                throw invalid(entry, "expected a size of 0 or more");
            }
        }
    }

    /// Nothing may lie below what is not a directory.
    private static void requireRoomBelow(List<TreeEntry> entries) {
        var leaves = new HashMap<String, TreeEntry>();
        for (TreeEntry entry : entries) {
            if (!(entry instanceof DirectoryEntry)) {
                leaves.put(entry.path(), entry);
            }
        }
        for (TreeEntry entry : entries) {
            String path = entry.path();
            for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
                if (leaves.containsKey(path.substring(0, end))) {
                    throw invalid(entry, "lies below something that is not a directory");
                }
            }
        }
    }

    private static void requireLinksInside(List<TreeEntry> entries) {
        Map<String, String> targets = new HashMap<>();
        for (TreeEntry entry : entries) {
            if (entry instanceof LinkEntry link) {
                targets.put(link.path(), link.target());
            }
        }
        var rules = new LinkRules(targets);
        targets.forEach(
                (path, target) -> {
                    String problem = rules.problem(path, target);
                    if (!problem.isEmpty()) {
                        throw invalid(
                                new LinkEntry(path, target),
                                "link to '%s': %s".formatted(Shown.of(target), problem));
                    }
                });
    }

    private static WorkspaceException invalid(TreeEntry entry, String problem) {
        return new WorkspaceException(
                Code.INVALID_TREE, "'%s': %s".formatted(Shown.of(entry.path()), problem));
    }
}
