package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.cli.config.ClientSetting;
import dev.baton.cli.config.Credentials;
import dev.baton.cli.config.HomeDirectories;
import dev.baton.cli.config.Target;
import dev.baton.settings.SettingReader;
import dev.baton.settings.SettingSources;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The options by which a command finds its orchestrator.
final class ServerConnection {
    @Mixin private SettingsFile settings;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description =
                    "the orchestrator (BATON_URL, client.server, `baton login`, else http://127.0.0.1:7420)")
    private @Nullable String server;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "who you are (BATON_TOKEN, client.token, `baton login`, else the admin token in --data)")
    private @Nullable String token;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description =
                    "trust the authorities of this PEM file too (BATON_CA_FILE, client.ca_file)")
    private @Nullable String caFile;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "${env:BATON_SERVER_DATA:-baton-data}",
            description = "where the admin token may be (BATON_SERVER_DATA, else ${DEFAULT-VALUE})")
    private Path data;

    /// What the file and the environment say.
    SettingSources settings() {
        return settings.read();
    }

    /// What was said about the orchestrator, here or elsewhere.
    Target target() throws IOException {
        var sources = settings.read();
        if (server != null) {
            sources.flag(ClientSetting.SERVER, server);
        }
        if (token != null) {
            sources.flag(ClientSetting.TOKEN, token);
        }
        if (caFile != null) {
            sources.flag(ClientSetting.CA_FILE, caFile);
        }
        Path credentials = HomeDirectories.ofThisUser().credentials();
        return Target.of(new SettingReader(sources), Credentials.read(credentials));
    }

    /// The orchestrator.
    Remote remote() throws IOException {
        return remote(target());
    }

    Remote remote(Target target) {
        return target.remote(target.token() == null ? adminToken(target) : "");
    }

    /// Whether there is nobody to ask: nothing was said, or what an `up` left behind is not there any more.
    boolean isGone(Target target) throws ClientException {
        if (!target.ofUp()) {
            return target.isNothing();
        }
        try {
            remote(target).get("/v1/jobs?limit=1");
            return false;
        } catch (ClientException e) {
            if (e.kind() == ClientException.Kind.UNREACHABLE) {
                return true;
            }
            throw e;
        }
    }

    private String adminToken(Target target) {
        Path file = data.resolve("admin-token");
        try {
            return Files.readString(file).strip();
        } catch (AccessDeniedException _) {
            throw new CommandFailed(
                    "no permission to read the admin token in '%s'".formatted(file));
        } catch (IOException _) {
            throw new CommandFailed(
                    target.isNothing()
                            ? "no orchestrator is known here: no `baton up` of this user is running, and there was no `baton login`. `baton up` starts one; --server, with --token or BATON_TOKEN, names another"
                            : "expected a token for %s: --token, BATON_TOKEN, `baton login` or the file %s"
                                    .formatted(target.server(), file));
        }
    }
}
