package dev.baton.cli.runfile;

import dev.baton.core.NearestName;
import dev.baton.core.Shown;
import dev.baton.settings.ConfigException;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Everything that is wrong with a file, as `file:line:column: what`.
final class FileErrors {
    private static final int MOST_SAID = 50;

    private final String file;
    private final List<FileError> errors = new ArrayList<>();

    private record FileError(int line, int column, String text) {}

    FileErrors(String file) {
        this.file = file;
    }

    void add(Node at, String what) {
        add(at.getStartMark(), what);
    }

    void add(Optional<Mark> mark, String what) {
        int line = mark.map(Mark::getLine).orElse(0) + 1;
        int column = mark.map(Mark::getColumn).orElse(0) + 1;
        errors.add(new FileError(line, column, what));
    }

    /// A name that nobody knows, with the one that was probably meant.
    void unknown(Node at, String what, String name, Collection<String> known) {
        String hint =
                NearestName.to(name, known)
                        .map(nearest -> "; did you mean %s?".formatted(nearest))
                        .orElse("");
        add(at, "unknown %s '%s'%s".formatted(what, Shown.of(name), hint));
    }

    void throwIfAny() {
        if (errors.isEmpty()) {
            return;
        }
        throw new ConfigException(
                errors.stream()
                        .sorted(
                                Comparator.comparingInt(FileError::line)
                                        .thenComparingInt(FileError::column))
                        .distinct()
                        .limit(MOST_SAID)
                        .map(e -> "%s:%d:%d: %s".formatted(file, e.line(), e.column(), e.text()))
                        .toList());
    }
}
