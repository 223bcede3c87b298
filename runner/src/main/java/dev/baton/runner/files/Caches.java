package dev.baton.runner.files;

import dev.baton.core.Sha256;
import dev.baton.core.Shown;
import dev.baton.runner.link.Reply;
import dev.baton.runner.spec.StepsSpec.CacheSpec;
import dev.baton.workspace.CacheKey;
import dev.baton.workspace.ScannedTree;
import dev.baton.workspace.Tree;
import dev.baton.workspace.TreeScan;
import dev.baton.workspace.TreeUnpack;
import dev.baton.workspace.WorkspaceException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URLEncoder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/// The caches of a job: restored by key before its steps, and saved under that key after them, unless somebody has.
///
/// A cache is one tree with a directory for each path, named by a digest of the path. It can only help: whatever goes
/// wrong with it is a line in the log.
final class Caches {
    private static final int NAME_DIGITS = 16;

    private final Path workspace;
    private final Path home;
    private final JobFiles files;
    private final LeaseCalls calls;
    private final RemoteContents contents;
    private final Consumer<String> says;
    private final List<Missed> missed = new ArrayList<>();

    private record Missed(String key, CacheSpec spec) {}

    Caches(
            Path workspace,
            Path home,
            JobFiles files,
            LeaseCalls calls,
            RemoteContents contents,
            Consumer<String> says) {
        this.workspace = workspace;
        this.home = home;
        this.files = files;
        this.calls = calls;
        this.contents = contents;
        this.says = says;
    }

    void restore(CacheSpec spec) throws IOException {
        try {
            String key = CacheKey.fill(spec.key(), workspace);
            Reply reply = calls.get(address(key));
            if (reply.status() == 404) {
                says.accept("cache miss: " + Shown.of(key));
                missed.add(new Missed(key, spec));
            } else if (reply.isSuccess()) {
                Sha256 digest = Sha256.parseNamed(reply.json().path("tree").asString(""));
                long bytes = unpack(files.tree(digest), spec);
                says.accept(
                        String.format(
                                Locale.ROOT, "cache hit: %s, %,d bytes", Shown.of(key), bytes));
            } else {
                says.accept("cache not restored: " + reply.problem());
            }
        } catch (InterruptedIOException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException | WorkspaceException | IllegalArgumentException e) {
            says.accept("cache not restored: " + e.getMessage());
        }
    }

    private long unpack(Tree tree, CacheSpec spec) throws IOException {
        var source = files.source(tree);
        for (String path : spec.paths()) {
            Tree part = tree.below(name(path));
            if (!part.entries().isEmpty()) {
                TreeUnpack.fillIn(place(path), part, source);
            }
        }
        return tree.bytes();
    }

    void save() throws IOException {
        for (Missed cache : missed) {
            try {
                save(cache);
            } catch (InterruptedIOException | ClosedByInterruptException e) {
                throw e;
            } catch (IOException | WorkspaceException e) {
                says.accept("cache not saved: " + e.getMessage());
            }
        }
    }

    private void save(Missed cache) throws IOException {
        Map<String, ScannedTree> parts = new LinkedHashMap<>();
        for (String path : cache.spec().paths()) {
            Path place = place(path);
            if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                parts.put(name(path), TreeScan.ofEverything(place));
            }
        }
        if (parts.isEmpty()) {
            says.accept("cache not saved: there is nothing at its paths");
            return;
        }
        ScannedTree tree = ScannedTree.together(parts);
        contents.send(tree);
        long bytes = tree.tree().bytes();
        Reply reply =
                calls.json(
                        "PUT",
                        address(cache.key()),
                        "{\"tree\":\"%s\",\"size\":%d}".formatted(tree.digest().named(), bytes));
        String key = Shown.of(cache.key());
        says.accept(
                switch (reply.status()) {
                    case 201 ->
                            String.format(Locale.ROOT, "cache saved: %s, %,d bytes", key, bytes);
                    case 200 -> "cache not saved, as another job was first: " + key;
                    default -> "cache not saved: " + reply.problem();
                });
    }

    /// Where a path of a cache is: in the workspace, or at home. No link may be on the way: whoever made one could have
    /// us read or write anywhere.
    private Path place(String path) {
        boolean atHome = path.equals("~") || path.startsWith("~/");
        Path base = atHome ? home : workspace;
        Path relative =
                Path.of(atHome ? path.substring(Math.min(2, path.length())) : path).normalize();
        if (relative.isAbsolute() || relative.startsWith("..") || relative.toString().isEmpty()) {
            throw new WorkspaceException(
                    WorkspaceException.Code.INVALID_KEY,
                    "expected a path inside the workspace or below ~, got '%s'"
                            .formatted(Shown.of(path)));
        }
        Path place = base;
        for (Path name : relative) {
            place = place.resolve(name);
            if (Files.isSymbolicLink(place)) {
                throw new WorkspaceException(
                        WorkspaceException.Code.IN_THE_WAY,
                        "'%s' leads through a link".formatted(Shown.of(path)));
            }
        }
        return place;
    }

    private static String name(String path) {
        return Sha256.digestOf(path.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, NAME_DIGITS);
    }

    private static String address(String key) {
        return "/v1/runner/caches?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8);
    }
}
