package dev.baton.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// What went wrong, in one line for people: what failed, and why, without the names of Java's exceptions.
final class FailureText {
    private static final int MAX_CAUSES = 8;

    private FailureText() {}

    static String of(Throwable failure) {
        var said = new ArrayList<String>();
        Throwable t = failure;
        for (int i = 0; t != null && i < MAX_CAUSES; i++) {
            add(said, text(t));
            // What is below a driver's own message is the same in other words.
            t = t instanceof SQLException || t instanceof FileSystemException ? null : t.getCause();
        }
        return said.isEmpty()
                ? "internal error: " + failure.getClass().getSimpleName()
                : String.join(": ", said);
    }

    /// Most causes are quoted by what wraps them.
    private static void add(List<String> said, String text) {
        String plain = text.toLowerCase(Locale.ROOT);
        if (!text.isEmpty()
                && said.stream().noneMatch(s -> s.toLowerCase(Locale.ROOT).contains(plain))) {
            said.add(text);
        }
    }

    private static String text(Throwable t) {
        return switch (t) {
            case NoSuchFileException e -> "there is no file or directory '%s'".formatted(file(e));
            case AccessDeniedException e -> "no permission for '%s'".formatted(file(e));
            case FileAlreadyExistsException e -> "'%s' is there already".formatted(file(e));
            case NotDirectoryException e -> "'%s' is not a directory".formatted(file(e));
            case DirectoryNotEmptyException e -> "'%s' is not empty".formatted(file(e));
            case FileSystemException e ->
                    "'%s': %s"
                            .formatted(
                                    file(e),
                                    Objects.requireNonNullElse(e.getReason(), "it cannot be used"));
            case CharacterCodingException _ -> "expected UTF-8, got other bytes";
            case UncheckedIOException e when e.getCause() != null -> ownWords(e);
            case BindException e -> firstLine(e);
            case IOException e -> firstLine(e);
            case RuntimeException e when e.getMessage() == null ->
                    "internal error: " + e.getClass().getSimpleName();
            default -> firstLine(t);
        };
    }

    private static String file(FileSystemException e) {
        return Objects.requireNonNullElse(e.getFile(), "");
    }

    /// Empty if it only repeats its cause.
    private static String ownWords(UncheckedIOException e) {
        String text = firstLine(e);
        return text.equals(String.valueOf(e.getCause())) ? "" : text;
    }

    /// The rest is for log files.
    private static String firstLine(Throwable t) {
        String message = Objects.requireNonNullElse(t.getMessage(), "");
        return message.lines().findFirst().orElse("").strip();
    }
}
