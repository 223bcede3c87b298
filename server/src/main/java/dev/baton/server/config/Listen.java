package dev.baton.server.config;

import dev.baton.settings.SettingReader;

import org.jspecify.annotations.Nullable;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the server listens, and how it proves who it is.
///
/// @param tls nothing means plain text
public record Listen(String host, int port, @Nullable Tls tls) {
    /// Where the certificate and its key are.
    public sealed interface Tls {
        record Pem(Path certificate, Path key) implements Tls {}

        record Pkcs12(Path file, String password) implements Tls {
            @Override
            public String toString() {
                return "Pkcs12[file=" + file + ", password=***]";
            }
        }
    }

    /// Whether tokens would cross a network that others can listen to.
    public boolean isExposedInPlainText() {
        if (tls != null) {
            return false;
        }
        try {
            return !InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return true;
        }
    }

    static Listen read(SettingReader settings) {
        return new Listen(
                settings.text(ServerSetting.SERVER_HOST),
                settings.number(ServerSetting.SERVER_PORT, 0, 65_535),
                tls(settings));
    }

    private static @Nullable Tls tls(SettingReader settings) {
        boolean keystore = settings.isSet(ServerSetting.TLS_KEYSTORE);
        boolean certificate = settings.isSet(ServerSetting.TLS_CERTIFICATE);
        boolean key = settings.isSet(ServerSetting.TLS_KEY);
        if (keystore && (certificate || key)) {
            settings.error(
                    ServerSetting.TLS_KEYSTORE,
                    "expected either a PKCS#12 file or two PEM files, got both");
        }
        if (certificate != key) {
            settings.error(
                    certificate ? ServerSetting.TLS_KEY : ServerSetting.TLS_CERTIFICATE,
                    "expected the certificate and its key, got one of them");
        }
        if (keystore) {
            String password =
                    settings.isSet(ServerSetting.TLS_KEYSTORE_PASSWORD_FILE)
                            ? settings.secretIn(ServerSetting.TLS_KEYSTORE_PASSWORD_FILE)
                            : "";
            return new Tls.Pkcs12(existing(settings, ServerSetting.TLS_KEYSTORE), password);
        }
        return certificate && key
                ? new Tls.Pem(
                        existing(settings, ServerSetting.TLS_CERTIFICATE),
                        existing(settings, ServerSetting.TLS_KEY))
                : null;
    }

    private static Path existing(SettingReader settings, ServerSetting setting) {
        Path path = settings.path(setting);
        if (!Files.isReadable(path)) {
            settings.error(setting, "'%s' cannot be read".formatted(path));
        }
        return path;
    }
}
