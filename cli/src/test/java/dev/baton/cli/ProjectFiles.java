package dev.baton.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The text files of the project, as someone who clones it gets them: nothing that was built.
///
/// @param root where the whole project lies
/// @param all every text file in it
record ProjectFiles(Path root, List<ProjectFile> all) {

    private static final Set<String> NOT_OURS =
            Set.of(".git", "target", "node_modules", ".idea", ".vscode", "fuzz");
    private static final Set<String> TEXT =
            Set.of(
                    "java",
                    "md",
                    "xml",
                    "sql",
                    "json",
                    "toml",
                    "txt",
                    "yml",
                    "yaml",
                    "properties",
                    "html",
                    "css",
                    "js",
                    "py",
                    "sh",
                    "");

    static ProjectFiles ofThisProject() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isExecutable(root.resolve("verify"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException(
                        "not inside the project: no ./verify above the working directory");
            }
        }
        return new ProjectFiles(root, walk(root));
    }

    List<ProjectFile> mainSources() {
        return sources("src/main/java");
    }

    List<ProjectFile> testSources() {
        return sources("src/test/java");
    }

    List<ProjectFile> documents() {
        return all.stream().filter(file -> file.name().endsWith(".md")).toList();
    }

    private List<ProjectFile> sources(String directory) {
        return all.stream()
                .filter(file -> file.name().endsWith(".java") && file.shown().contains(directory))
                .toList();
    }

    private static List<ProjectFile> walk(Path root) {
        List<ProjectFile> found = new ArrayList<>();
        try {
            Files.walkFileTree(
                    root,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path directory, BasicFileAttributes attributes) {
                            return NOT_OURS.contains(directory.getFileName().toString())
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            if (attributes.isRegularFile() && isText(file)) {
                                found.add(new ProjectFile(root, file));
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(found);
    }

    private static boolean isText(Path file) {
        String name = file.getFileName().toString();
        return TEXT.contains(name.substring(name.lastIndexOf('.') + 1)) || name.indexOf('.') < 0;
    }

    /// One file; it shows itself by its path within the project.
    record ProjectFile(Path root, Path path) {

        private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(<?([^)\\s>]+)");
        private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
        private static final Pattern ELSEWHERE = Pattern.compile("^([a-z][a-z0-9+.-]*:|#).*");

        String name() {
            return path.getFileName().toString();
        }

        String shown() {
            return root.relativize(path).toString();
        }

        String text() {
            try {
                return Files.readString(path);
            } catch (IOException e) {
                throw new UncheckedIOException(shown(), e);
            }
        }

        boolean contains(Pattern pattern) {
            return pattern.matcher(text()).find();
        }

        /// The first group of every match.
        List<String> all(Pattern pattern) {
            return matches(pattern, text());
        }

        /// The relative links that lead to no file. Code blocks are not read.
        List<String> deadLinks() {
            return matches(LINK, FENCED.matcher(text()).replaceAll("")).stream()
                    .filter(link -> !ELSEWHERE.matcher(link).matches())
                    .filter(
                            link ->
                                    !Files.exists(
                                            path.resolveSibling(link.replaceFirst("#.*", ""))))
                    .map(link -> shown() + " → " + link)
                    .toList();
        }

        private static List<String> matches(Pattern pattern, String text) {
            return pattern.matcher(text)
                    .results()
                    .map((MatchResult match) -> match.group(1))
                    .toList();
        }

        @Override
        public String toString() {
            return shown();
        }
    }
}
