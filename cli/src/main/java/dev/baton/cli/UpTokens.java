package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.cli.config.ClientSetting;
import dev.baton.cli.config.Credentials;
import dev.baton.cli.config.Credentials.By;
import dev.baton.cli.config.Credentials.Entry;
import dev.baton.server.Orchestrator;
import dev.baton.server.auth.TokenDesk.Wanted;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingReader;
import dev.baton.store.Tokens.Kind;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import javax.net.ssl.SSLContext;

/// The tokens of an `up`: one for its runner, one for the user of this machine. Those of the last time are used again
/// if they are still good: a lease belongs to the token that it was granted to, and a runner that comes back with the
/// same one still has its leases.
final class UpTokens {
    private static final String OWNER_ONLY = "rw-------";
    private static final int UNKNOWN = 401;

    private final Orchestrator orchestrator;
    private final Path runnerFile;
    private final Path adminFile;
    private final @Nullable Path caFile;
    private final @Nullable SSLContext authorities;

    /// @param settings those that say how this orchestrator is trusted, if it has TLS
    UpTokens(Orchestrator orchestrator, Path data, SettingReader settings) {
        this.orchestrator = orchestrator;
        caFile =
                settings.isSet(ClientSetting.CA_FILE)
                        ? settings.path(ClientSetting.CA_FILE).toAbsolutePath().normalize()
                        : null;
        authorities = settings.authorities(ClientSetting.CA_FILE);
        if (!settings.errors().isEmpty()) {
            throw new ConfigException(settings.errors());
        }
        runnerFile = data.resolve("runner-token");
        adminFile = data.resolve("admin-token");
    }

    String ofRunner() throws IOException {
        for (String token : secretIn(runnerFile)) {
            if (isKnown(token)) {
                return token;
            }
        }
        String token = issue(Kind.RUNNER);
        Files.deleteIfExists(runnerFile);
        Files.createFile(
                runnerFile,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
        Files.writeString(runnerFile, token + "\n", StandardOpenOption.WRITE);
        return token;
    }

    /// Makes this orchestrator the one that the user's commands ask.
    void rememberUser(Path credentials) throws IOException {
        Credentials known = Credentials.read(credentials);
        var candidates = new ArrayList<String>();
        known.servers().values().stream()
                .filter(entry -> entry.by() == By.UP)
                .forEach(entry -> candidates.add(entry.token()));
        candidates.addAll(secretIn(adminFile));
        String token = null;
        for (String candidate : candidates) {
            if (token == null && isKnown(candidate)) {
                token = candidate;
            }
        }
        Entry entry = new Entry(token == null ? issue(Kind.ADMIN) : token, By.UP, caFile);
        known.with(orchestrator.address(), entry).write(credentials);
    }

    private boolean isKnown(String token) throws ClientException {
        try {
            new Remote(orchestrator.address(), token, authorities, "").get("/v1/jobs?limit=1");
            return true;
        } catch (ClientException e) {
            if (e.status() == 0) {
                throw e;
            }
            return e.status() != UNKNOWN; // that it is of another kind is no news
        }
    }

    private String issue(Kind kind) {
        String name = "up-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        return orchestrator.tokenDesk().issue(new Wanted(kind, name, null, null)).secret();
    }

    private static List<String> secretIn(Path file) {
        try {
            String text = Files.readString(file).strip();
            return text.isEmpty() ? List.of() : List.of(text);
        } catch (IOException _) {
            return List.of();
        }
    }
}
