package dev.baton.cli.config;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;

/// The tokens of this user: which server they are for, and who put them there. Only its owner can read the file.
///
/// @param usual the server that is asked when nothing else is said
/// @param servers what is known of each server
public record Credentials(@Nullable URI usual, Map<URI, Entry> servers) {
    public static final Credentials NONE = new Credentials(null, Map.of());
    private static final String OWNER_ONLY = "rw-------";

    /// Who put a token there.
    public enum By {
        UP,
        LOGIN
    }

    /// A token, which is not printed.
    ///
    /// @param caFile the authorities that the server is trusted by, if it needs others than those that Java trusts
    public record Entry(String token, By by, @Nullable Path caFile) {
        public Entry(String token, By by) {
            this(token, by, null);
        }

        @Override
        public String toString() {
            return "Entry[token=***, by=%s]".formatted(by);
        }
    }

    public Credentials {
        servers = Map.copyOf(servers);
    }

    /// Reads the file; one that is not there holds nothing.
    ///
    /// @throws IOException if it is there and cannot be read or understood
    public static Credentials read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return NONE;
        }
        try {
            JsonNode toml = TomlMapper.builder().build().readTree(Files.readString(file));
            var servers = new LinkedHashMap<URI, Entry>();
            for (var server : toml.path("servers").properties()) {
                By by = server.getValue().path("by").asString("").equals("up") ? By.UP : By.LOGIN;
                String caFile = server.getValue().path("ca_file").asString("");
                servers.put(
                        URI.create(server.getKey()),
                        new Entry(
                                server.getValue().path("token").asString(""),
                                by,
                                caFile.isEmpty() ? null : Path.of(caFile)));
            }
            String usual = toml.path("default").asString("");
            return new Credentials(usual.isEmpty() ? null : URI.create(usual), servers);
        } catch (JacksonException | IllegalArgumentException _) {
            throw new IOException(
                    "%s is not as baton wrote it; remove it, and log in again".formatted(file));
        }
    }

    /// With this one added, and asked from now on. An `up` replaces the `up` before it.
    public Credentials with(URI server, Entry entry) {
        var all = new LinkedHashMap<>(servers);
        if (entry.by() == By.UP) {
            all.values().removeIf(other -> other.by() == By.UP);
        }
        all.put(server, entry);
        return new Credentials(server, all);
    }

    /// Without this one; another one that somebody logged in to is asked instead, if there is one.
    public Credentials without(URI server) {
        var all = new LinkedHashMap<>(servers);
        all.remove(server);
        URI next = server.equals(usual) ? all.keySet().stream().findFirst().orElse(null) : usual;
        return new Credentials(next, all);
    }

    /// Writes the file, whole or not at all.
    public void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
        Files.writeString(fresh, text(), StandardOpenOption.WRITE);
        Files.move(
                fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Addresses and tokens have no character that TOML would want escaped; [#requirePlain] sees to it.
    private String text() {
        var text = new StringBuilder("# Written by baton. Whoever can read this is you.\n");
        if (usual != null) {
            text.append("default = \"").append(requirePlain(usual.toString())).append("\"\n");
        }
        servers.forEach(
                (server, entry) -> {
                    text.append("\n[servers.\"")
                            .append(requirePlain(server.toString()))
                            .append("\"]\ntoken = \"")
                            .append(requirePlain(entry.token()))
                            .append("\"\nby = \"")
                            .append(entry.by() == By.UP ? "up" : "login")
                            .append("\"\n");
                    if (entry.caFile() != null) {
                        text.append("ca_file = ").append(quoted(entry.caFile())).append('\n');
                    }
                });
        return text.toString();
    }

    /// As a string of TOML.
    private static String quoted(Path file) {
        String text = file.toString();
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "expected the name of a file without control characters, got something else");
        }
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String requirePlain(String text) {
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '\\')) {
            throw new IllegalArgumentException(
                    "expected an address or a token of visible ASCII characters, got something else");
        }
        return text;
    }
}
