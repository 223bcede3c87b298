package dev.baton.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

/// A directory that a test fills and looks at.
record Directory(Path root) {
    Directory file(String path, String text) {
        return make(path, place -> Files.writeString(place, text));
    }

    Directory executable(String path, String text) {
        file(path, text);
        return make(
                path,
                place ->
                        Files.setPosixFilePermissions(
                                place, PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    Directory directory(String path) {
        return make(path, Files::createDirectories);
    }

    Directory link(String path, String target) {
        return make(path, place -> Files.createSymbolicLink(place, Path.of(target)));
    }

    Path at(String path) {
        return root.resolve(path);
    }

    /// All that is in it: what a file says, `dir`, or `-> target`; executables with a star.
    Map<String, String> listed() {
        var listed = new TreeMap<String, String>();
        try (var paths = Files.walk(root)) {
            for (Path path : paths.filter(path -> !path.equals(root)).toList()) {
                String name = root.relativize(path).toString();
                if (Files.isSymbolicLink(path)) {
                    listed.put(name, "-> " + Files.readSymbolicLink(path));
                } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    listed.put(name, "dir");
                } else {
                    listed.put(
                            name + (Files.isExecutable(path) ? "*" : ""), Files.readString(path));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return listed;
    }

    @FunctionalInterface
    private interface Step {
        void at(Path place) throws IOException;
    }

    private Directory make(String path, Step step) {
        try {
            Path place = root.resolve(path);
            Files.createDirectories(place.getParent());
            step.at(place);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
