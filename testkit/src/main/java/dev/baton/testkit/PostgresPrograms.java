package dev.baton.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The programs of one PostgreSQL release, and the user they run as.
///
/// @param bin the directory of `initdb` and `postgres`
/// @param client the directory of `createdb`
/// @param runAs the unprivileged user to become, or empty where we are unprivileged already
record PostgresPrograms(Path bin, Path client, Optional<String> runAs) {

    /// Names the directory of PostgreSQL's programs where it is not found by itself.
    static final String BIN_VARIABLE = "BATON_POSTGRES_BIN";

    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    /// The programs that are installed.
    static PostgresPrograms find() throws IOException {
        boolean root = "root".equals(System.getProperty("user.name"));
        Path bin = findBin();
        return new PostgresPrograms(
                bin, bin, root ? Optional.of(unprivilegedUser()) : Optional.empty());
    }

    /// The server programs of another release, with the clients that are installed.
    ///
    /// @param home where the release was unpacked
    PostgresPrograms at(Path home) {
        return new PostgresPrograms(home.resolve("bin"), client, runAs);
    }

    /// Makes a temporary directory that the programs may write to.
    Path ownedDirectory(String prefix) throws IOException {
        Path directory = Files.createTempDirectory(prefix);
        if (runAs.isPresent()) {
            Files.setOwner(directory, user(directory, runAs.get()));
        }
        return directory;
    }

    /// Runs a program to its end; what it printed is in the exception if it failed.
    void run(String program, List<String> arguments) throws IOException {
        Process process = start(program, arguments);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = waitFor(process);
        if (status != 0) {
            throw new IOException(program + " ended with status " + status + ": " + output.strip());
        }
    }

    /// Starts a program, its errors among its output. The process is the program's own: setpriv becomes it.
    Process start(String program, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        runAs.ifPresent(
                user ->
                        command.addAll(
                                List.of("setpriv", "--reuid=" + user, "--clear-groups", "--")));
        Path own = bin.resolve(program);
        command.add((Files.isExecutable(own) ? own : client.resolve(program)).toString());
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectErrorStream(true)
                .start();
    }

    /// Sends a signal by its name.
    void signal(Process process, String name) throws IOException {
        if (process.isAlive()) {
            waitFor(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start());
        }
    }

    private static int waitFor(Process process) throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a program to end", e);
        }
    }

    private static Path findBin() throws IOException {
        List<Path> candidates = new ArrayList<>();
        Optional.ofNullable(System.getenv(BIN_VARIABLE)).map(Path::of).ifPresent(candidates::add);
        candidates.addAll(debianVersions());
        for (String part : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            candidates.add(Path.of(part));
        }
        return candidates.stream()
                .filter(directory -> Files.isExecutable(directory.resolve("initdb")))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IOException(
                                        "no initdb found in "
                                                + DEBIAN
                                                + "/*/bin or on the PATH: install the package"
                                                + " postgresql, or set "
                                                + BIN_VARIABLE));
    }

    /// Newest first.
    private static List<Path> debianVersions() throws IOException {
        if (!Files.isDirectory(DEBIAN)) {
            return List.of();
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .sorted(
                            Comparator.comparingInt(
                                            (Path path) ->
                                                    Integer.parseInt(path.getFileName().toString()))
                                    .reversed())
                    .map(path -> path.resolve("bin"))
                    .toList();
        }
    }

    private static String unprivilegedUser() throws IOException {
        try {
            user(Path.of("/"), "postgres");
            return "postgres";
        } catch (UserPrincipalNotFoundException e) {
            return "nobody";
        }
    }

    private static UserPrincipal user(Path anywhere, String name) throws IOException {
        return anywhere.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
    }
}
