package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.cli.config.Credentials;
import dev.baton.cli.config.Credentials.By;
import dev.baton.cli.config.Credentials.Entry;
import dev.baton.cli.config.HomeDirectories;
import dev.baton.cli.config.Target;
import dev.baton.cli.output.Terminal;
import dev.baton.settings.TrustedAuthorities;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.Console;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/// `baton login`: remembers a token, after asking the orchestrator whether it is good.
@Command(
        name = "login",
        mixinStandardHelpOptions = true,
        description = {
            "Remembers who you are at an orchestrator.",
            "The token is read from standard input, or asked for; it is never an argument.",
            ""
        },
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton login https://baton.example.org",
            "  baton login https://baton.example.org < token-file",
            "  baton login https://baton.internal --ca-file /etc/ssl/our-ca.pem",
            "",
            "It is kept in $XDG_CONFIG_HOME/baton/credentials.toml (or ~/.config/baton), which only you can read."
        })
final class LoginCommand implements Callable<Integer> {
    private static final int MOST_TOKEN_BYTES = 4 << 10;

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:7420",
            description = "the orchestrator (${DEFAULT-VALUE})")
    private String server;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            defaultValue = "${env:BATON_CA_FILE}",
            description =
                    "trust the authorities of this PEM file too, now and from now on (BATON_CA_FILE)")
    private @Nullable Path caFile;

    @Override
    public Integer call() throws IOException {
        URI address = Target.parse(server);
        Path authorities = caFile == null ? null : caFile.toAbsolutePath().normalize();
        var trusted = authorities == null ? null : TrustedAuthorities.load(authorities);
        String token = token();
        check(new Remote(address, token, trusted, ""));
        Path file = HomeDirectories.ofThisUser().credentials();
        Credentials.read(file).with(address, new Entry(token, By.LOGIN, authorities)).write(file);
        spec.commandLine().getOut().println("Logged in to " + address);
        return 0;
    }

    /// A token of a runner is good for runners only; it would be of no use here.
    private static void check(Remote remote) throws ClientException {
        try {
            remote.get("/v1/jobs?limit=1");
        } catch (ClientException e) {
            if (e.status() == 401) {
                throw new CommandFailed(
                        remote.server() + " does not know this token; nothing was stored");
            }
            if (e.status() == 403) {
                throw new CommandFailed(
                        "expected a token of the kind user or admin, got one of a runner; nothing was stored");
            }
            throw e;
        }
    }

    private String token() throws IOException {
        Console console = Terminal.ofThisProcess().in() ? System.console() : null;
        if (console != null) {
            char[] typed = console.readPassword("Token: ");
            return requireToken(typed == null ? "" : new String(typed));
        }
        byte[] bytes = System.in.readNBytes(MOST_TOKEN_BYTES);
        return requireToken(new String(bytes, StandardCharsets.UTF_8));
    }

    private static String requireToken(String text) {
        String token = text.strip();
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new CommandFailed("expected a token on standard input, got something else");
        }
        return token;
    }
}
