package dev.baton.server.auth;

import dev.baton.server.auth.TokenDesk.Wanted;
import dev.baton.server.http.ProblemException;
import dev.baton.store.Tokens.Kind;
import dev.baton.store.Tokens.Token;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/// Makes the first admin token of a store that has none, and leaves it in a file that only its owner can read.
public final class FirstAdmin {
    private static final String FILE = "admin-token";
    private static final String NAME = "first-admin";

    private FirstAdmin() {}

    /// Makes the token unless there is an admin already.
    ///
    /// @return the file that was written, if one was
    public static Optional<Path> ensure(TokenDesk desk, Path data) {
        var tokens = desk.list();
        if (tokens.stream().anyMatch(FirstAdmin::isAdmin)) {
            return Optional.empty();
        }
        try {
            Path file = data.resolve(FILE);
            write(file, issue(desk, freeName(tokens)));
            return Optional.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the admin token to " + data, e);
        } catch (ProblemException _) {
            return Optional.empty(); // another orchestrator was first
        }
    }

    private static boolean isAdmin(Token token) {
        return token.kind() == Kind.ADMIN && token.revoked() == null;
    }

    /// The first admin may have been revoked, and so may the one after.
    private static String freeName(List<Token> tokens) {
        long before = tokens.stream().filter(token -> token.name().startsWith(NAME)).count();
        return before == 0 ? NAME : NAME + "-" + (before + 1);
    }

    private static String issue(TokenDesk desk, String name) {
        return desk.issue(new Wanted(Kind.ADMIN, name, null, null)).secret();
    }

    private static void write(Path file, String secret) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, secret + "\n", StandardOpenOption.WRITE);
    }
}
