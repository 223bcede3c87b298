package dev.baton.settings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/// Why a file could not be read, in words of people.
public final class UnreadableFile {
    private UnreadableFile() {}

    /// For after "cannot be read: ", where the file was named.
    public static String why(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "no permission";
            case FileSystemException other ->
                    Objects.requireNonNullElse(other.getReason(), "the file system refuses");
            case CharacterCodingException _ -> "it is not UTF-8";
            default -> Objects.requireNonNullElse(e.getMessage(), "it ended early");
        };
    }
}
