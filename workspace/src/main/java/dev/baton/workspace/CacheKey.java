package dev.baton.workspace;

import dev.baton.core.Sha256;
import dev.baton.core.Shown;
import dev.baton.workspace.WorkspaceException.Code;
import dev.baton.workspace.glob.Glob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Fills in what a job left open in the key of a cache: `npm:{os}:{lock_hash}`.
///
/// `{lock_hash}` covers the lock files at the top of the workspace, whatever tools they are of: a cache is out of date
/// when one of them changed. Without any it is `none`. `{hash:GLOB}` covers the files that a pattern finds.
public final class CacheKey {
    public static final int MOST_CHARACTERS = 512;

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*(?:\\{[^{}]*}[^{}]*)*)}");
    private static final String KNOWN = "{os}, {arch}, {lock_hash} or {hash:PATTERN}";
    private static final int DIGITS = 32;
    private static final Glob LOCK_FILES =
            Glob.parse(
                    "{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,deno.lock,"
                            + "pom.xml,build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,"
                            + "gradle.lockfile,gradle.properties,build.sbt,Cargo.lock,go.sum,poetry.lock,uv.lock,"
                            + "Pipfile.lock,pdm.lock,requirements*.txt,Gemfile.lock,composer.lock,mix.lock,"
                            + "packages.lock.json,*.csproj,*.fsproj,Directory.Packages.props,Package.resolved,"
                            + "Podfile.lock,pubspec.lock,flake.lock,conan.lock}");

    private CacheKey() {}

    /// The key of a cache for this workspace.
    ///
    /// @throws WorkspaceException if there is a placeholder that nobody knows
    public static String fill(String template, Path workspace) throws IOException {
        Matcher open = PLACEHOLDER.matcher(template);
        var key = new StringBuilder();
        while (open.find()) {
            open.appendReplacement(key, Matcher.quoteReplacement(value(open.group(1), workspace)));
        }
        open.appendTail(key);
        if (key.isEmpty() || key.length() > MOST_CHARACTERS) {
            throw new WorkspaceException(
                    Code.INVALID_KEY,
                    "cache key '%s': expected 1 to %d characters, got %d"
                            .formatted(Shown.of(template), MOST_CHARACTERS, key.length()));
        }
        return key.toString();
    }

    private static String value(String name, Path workspace) throws IOException {
        if (name.startsWith("hash:")) {
            return hash(Glob.parse(name.substring("hash:".length())), workspace);
        }
        return switch (name) {
            case "os" -> System.getProperty("os.name", "unknown").toLowerCase(Locale.ROOT);
            case "arch" -> System.getProperty("os.arch", "unknown");
            case "lock_hash" -> hash(LOCK_FILES, workspace);
            default ->
                    throw new WorkspaceException(
                            Code.INVALID_KEY,
                            "cache key: expected %s, got '{%s}'".formatted(KNOWN, Shown.of(name)));
        };
    }

    /// Covers names and bytes, so that a file that moved makes another key.
    private static String hash(Glob files, Path workspace) throws IOException {
        Glob.Found found = files.find(workspace);
        if (found.total() > Glob.MOST_FOUND) {
            throw new WorkspaceException(
                    Code.INVALID_KEY,
                    "cache key: expected '%s' to find at most %d files, got %d"
                            .formatted(files, Glob.MOST_FOUND, found.total()));
        }
        if (found.paths().isEmpty()) {
            return "none";
        }
        MessageDigest all = Sha256.newDigest();
        for (String path : found.paths()) {
            all.update(path.getBytes(StandardCharsets.UTF_8));
            all.update((byte) 0);
            all.update(digestOf(workspace.resolve(path)).toBytes());
        }
        return Sha256.of(all.digest()).toString().substring(0, DIGITS);
    }

    private static Sha256 digestOf(Path file) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        byte[] buffer = new byte[16 << 10];
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return Sha256.of(digest.digest());
    }
}
