package dev.baton.workspace;

import dev.baton.core.Sha256;
import dev.baton.workspace.WorkspaceException.Code;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A directory that was looked at: its tree, and where the bytes are.
public final class ScannedTree implements ContentSource {
    private final Tree tree;
    private final byte[] json;
    private final Sha256 digest;
    private final Map<Sha256, Path> places;

    /// @param places a file with the bytes of each content
    ScannedTree(Tree tree, Map<Sha256, Path> places) {
        this.tree = tree;
        this.places = Map.copyOf(places);
        json = TreeCodec.write(tree);
        digest = Sha256.digestOf(json);
    }

    public Tree tree() {
        return tree;
    }

    /// What a job names as its workspace: the digest of the tree as a content of its own.
    public Sha256 digest() {
        return digest;
    }

    /// Several directories in one tree, each under its name.
    public static ScannedTree together(Map<String, ScannedTree> parts) {
        var entries = new ArrayList<TreeEntry>();
        var places = new HashMap<Sha256, Path>();
        parts.forEach(
                (name, part) -> {
                    entries.addAll(part.tree.under(name).entries());
                    places.putAll(part.places);
                });
        return new ScannedTree(Tree.ofUnsorted(entries), places);
    }

    /// With the files of another one beside its own.
    ///
    /// @throws WorkspaceException if both have one of the same name
    public ScannedTree plus(ScannedTree other) {
        var paths = tree.entries().stream().map(TreeEntry::path).collect(Collectors.toSet());
        for (TreeEntry entry : other.tree.entries()) {
            if (paths.contains(entry.path())) {
                throw new WorkspaceException(
                        Code.IN_THE_WAY, "there is a file '%s' already".formatted(entry.path()));
            }
        }
        var entries = new ArrayList<>(tree.entries());
        entries.addAll(other.tree.entries());
        var all = new HashMap<>(places);
        all.putAll(other.places);
        return new ScannedTree(Tree.ofUnsorted(entries), all);
    }

    /// Every content that has to be somewhere else to unpack the tree there, with its size: the files, and the tree itself.
    public Map<Sha256, Long> contents() {
        var contents = new LinkedHashMap<Sha256, Long>();
        tree.files().forEach(file -> contents.put(file.sha256(), file.size()));
        contents.put(digest, (long) json.length);
        return contents;
    }

    @Override
    public InputStream open(Sha256 content) throws IOException {
        if (content.equals(digest)) {
            return new ByteArrayInputStream(json);
        }
        Path place = places.get(content);
        if (place == null) {
            throw new WorkspaceException(
                    Code.MISSING_CONTENT, content.named() + " is not part of the tree");
        }
        return Files.newInputStream(place, LinkOption.NOFOLLOW_LINKS);
    }

    /// Writes the contents asked for as a pack.
    public void writeTo(PackWriter pack, List<Sha256> wanted) throws IOException {
        Map<Sha256, Long> sizes = contents();
        for (Sha256 content : wanted) {
            try (InputStream bytes = open(content)) {
                pack.add(content, sizes.getOrDefault(content, 0L), bytes);
            }
        }
    }

    @Override
    public String toString() {
        return "ScannedTree[%s, %d entries]".formatted(digest.named(), tree.entries().size());
    }
}
