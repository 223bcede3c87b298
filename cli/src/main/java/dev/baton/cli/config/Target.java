package dev.baton.cli.config;

import dev.baton.cli.client.Remote;
import dev.baton.cli.config.Credentials.By;
import dev.baton.cli.config.Credentials.Entry;
import dev.baton.settings.ConfigException;
import dev.baton.settings.SettingReader;
import dev.baton.settings.TrustedAuthorities;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

import javax.net.ssl.SSLContext;

/// Which orchestrator a command asks, and as whom: what was set, then what is in the credentials.
///
/// @param server nothing if nobody said anything
/// @param token nothing if there is none for this server
/// @param ofUp whether both come from an `up` of this user, which may be gone
/// @param authorities whose certificates are trusted; null for those that the Java runtime trusts
public record Target(
        @Nullable URI server,
        @Nullable String token,
        boolean ofUp,
        @Nullable SSLContext authorities) {
    private static final String UP_IS_GONE =
            "; the one that `baton up` started is not running any more. `baton up` starts it again";

    public static final URI USUAL = URI.create("http://127.0.0.1:7420");

    /// A token in the credentials is shown to its own server only, whatever else is set.
    public static Target of(SettingReader settings, Credentials credentials) {
        URI set =
                settings.isSet(ClientSetting.SERVER)
                        ? address(settings, settings.text(ClientSetting.SERVER))
                        : null;
        String token = token(settings);
        SSLContext authorities = settings.authorities(ClientSetting.CA_FILE);
        if (!settings.errors().isEmpty()) {
            throw new ConfigException(settings.errors());
        }
        URI server = set == null ? credentials.usual() : set;
        Entry stored = server == null ? null : credentials.servers().get(server);
        if (authorities == null && stored != null && stored.caFile() != null) {
            authorities = TrustedAuthorities.load(stored.caFile());
        }
        if (token != null || stored == null) {
            return new Target(server, token, false, authorities);
        }
        boolean ofUp = set == null && stored.by() == By.UP;
        return new Target(server, stored.token(), ofUp, authorities);
    }

    /// Whether nobody said which orchestrator, nor who we are.
    public boolean isNothing() {
        return server == null && token == null;
    }

    /// The orchestrator to ask.
    ///
    /// @param fallback what to show where no token was found
    public Remote remote(String fallback) {
        return new Remote(
                server == null ? USUAL : server,
                token == null ? fallback : token,
                authorities,
                ofUp ? UP_IS_GONE : "");
    }

    @Override
    public String toString() {
        return "Target[server=%s, token=***, ofUp=%s]".formatted(server, ofUp);
    }

    private static @Nullable String token(SettingReader settings) {
        if (settings.isSet(ClientSetting.TOKEN)) {
            return settings.text(ClientSetting.TOKEN);
        }
        return settings.isSet(ClientSetting.TOKEN_FILE)
                ? settings.secretIn(ClientSetting.TOKEN_FILE)
                : null;
    }

    private static @Nullable URI address(SettingReader settings, String text) {
        try {
            return parse(text);
        } catch (ConfigException e) {
            settings.error(ClientSetting.SERVER, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /// Reads the address of an orchestrator, and leaves out a slash at its end.
    ///
    /// @throws ConfigException if it is none
    public static URI parse(String text) {
        try {
            var uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // said below
        }
        throw new ConfigException(
                List.of(
                        "expected an address such as http://127.0.0.1:7420, got '%s'"
                                .formatted(text)));
    }
}
