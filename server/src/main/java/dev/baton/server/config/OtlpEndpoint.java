package dev.baton.server.config;

import dev.baton.settings.SettingReader;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URISyntaxException;

/// Where traces are sent: the same for an orchestrator and for a runner.
public final class OtlpEndpoint {
    private OtlpEndpoint() {}

    /// Reads what was set; what is wrong with it is said to the reader.
    ///
    /// @return null if there is none
    public static @Nullable String read(SettingReader settings) {
        String endpoint = settings.text(ServerSetting.OTLP_ENDPOINT);
        if (!endpoint.isEmpty() && !isUsable(endpoint)) {
            settings.error(
                    ServerSetting.OTLP_ENDPOINT,
                    "expected a URL such as http://127.0.0.1:4318, got '%s'".formatted(endpoint));
        }
        return endpoint.isEmpty() ? null : endpoint;
    }

    private static boolean isUsable(String endpoint) {
        try {
            return endpoint.matches("https?://.*") && new URI(endpoint).getHost() != null;
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
