package dev.baton.workspace.glob;

import dev.baton.core.Shown;
import dev.baton.workspace.WorkspaceException;
import dev.baton.workspace.WorkspaceException.Code;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// A pattern that finds files below a directory: `**/TestResults/*.trx`, `dist/{app,lib}-?.jar`. It finds regular files
/// only, and follows no link: what is outside stays outside.
public final class Glob {
    public static final int MOST_FOUND = 1_000;
    private static final int MOST_CHARACTERS = 4096;
    private static final int MOST_VISITED = 2_000_000;

    private final String text;
    private final List<PathPattern> patterns;

    private Glob(String text, List<PathPattern> patterns) {
        this.text = text;
        this.patterns = patterns;
    }

    /// Reads a pattern.
    ///
    /// @throws WorkspaceException if it makes no sense, or leads outside
    public static Glob parse(String text) {
        if (text.isEmpty() || text.length() > MOST_CHARACTERS || text.indexOf(0) >= 0) {
            throw invalid(text, "expected 1 to %d characters".formatted(MOST_CHARACTERS));
        }
        if (text.startsWith("/") || text.startsWith("~")) {
            throw invalid(text, "expected a path within the workspace");
        }
        var patterns = new ArrayList<PathPattern>();
        for (String alternative : Braces.expand(text)) {
            String plain = alternative.replaceFirst("^(\\./)+", "");
            for (String part : plain.split("/", -1)) {
                if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                    throw invalid(text, "expected no empty names, '.' or '..'");
                }
            }
            patterns.add(PathPattern.parse(plain));
        }
        return new Glob(text, List.copyOf(patterns));
    }

    /// What was found.
    ///
    /// @param paths relative, with `/`, in order; the first of them if there were more than [#MOST_FOUND]
    /// @param total how many there were
    public record Found(List<String> paths, int total) {}

    public Found find(Path root) throws IOException {
        var search = new Search(root);
        Files.walkFileTree(root, search);
        return new Found(List.copyOf(search.first), search.total);
    }

    public boolean matches(String path) {
        List<String> names = List.of(path.split("/", -1));
        return patterns.stream().anyMatch(pattern -> pattern.matches(names));
    }

    @Override
    public String toString() {
        return text;
    }

    private static WorkspaceException invalid(String text, String problem) {
        return new WorkspaceException(
                Code.INVALID_PATTERN, "'%s': %s".formatted(Shown.of(text), problem));
    }

    /// One walk through a directory.
    private final class Search extends SimpleFileVisitor<Path> {
        private final Path root;
        private final TreeSet<String> first = new TreeSet<>();
        private int total;
        private int visited;

        Search(Path root) {
            this.root = root;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            List<String> names = directory.equals(root) ? List.of() : names(directory);
            boolean worthwhile =
                    patterns.stream().anyMatch(pattern -> pattern.mayMatchBelow(names));
            return worthwhile ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            visited++;
            if (visited > MOST_VISITED) {
                throw new WorkspaceException(
                        Code.TOO_LARGE, "more than %d files to look at".formatted(MOST_VISITED));
            }
            List<String> names = names(file);
            if (attributes.isRegularFile()
                    && patterns.stream().anyMatch(pattern -> pattern.matches(names))) {
                total++;
                first.add(String.join("/", names));
                if (first.size() > MOST_FOUND) {
                    first.pollLast();
                }
            }
            return FileVisitResult.CONTINUE;
        }

        /// What cannot be read, or is gone by now, is not found.
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        private List<String> names(Path path) {
            var names = new ArrayList<String>();
            root.relativize(path).forEach(name -> names.add(name.toString()));
            return names;
        }
    }
}
