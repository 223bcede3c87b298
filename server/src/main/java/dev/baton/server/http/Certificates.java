package dev.baton.server.http;

import dev.baton.server.config.Listen.Tls;
import dev.baton.settings.ConfigException;

import org.eclipse.jetty.util.ssl.SslContextFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/// Reads certificates and their keys.
final class Certificates {
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private Certificates() {}

    static SslContextFactory.Server open(Tls tls) {
        try {
            var factory = new SslContextFactory.Server();
            switch (tls) {
                case Tls.Pem pem -> {
                    factory.setKeyStore(keyStore(pem));
                    factory.setKeyStorePassword("");
                }
                case Tls.Pkcs12 pkcs12 -> {
                    factory.setKeyStoreType("PKCS12");
                    factory.setKeyStorePath(pkcs12.file().toUri().toString());
                    factory.setKeyStorePassword(pkcs12.password());
                }
            }
            return factory;
        } catch (IOException | GeneralSecurityException e) {
            throw new ConfigException(
                    List.of("server.tls_certificate, server.tls_key: " + e.getMessage()));
        }
    }

    private static KeyStore keyStore(Tls.Pem pem) throws IOException, GeneralSecurityException {
        Certificate[] chain;
        try (var in = Files.newInputStream(pem.certificate())) {
            chain =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(in)
                            .toArray(Certificate[]::new);
        }
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("baton", key(pem.key()), new char[0], chain);
        return store;
    }

    private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new InvalidKeySpecException(
                    "expected an unencrypted PKCS#8 key (%s) in %s".formatted(BEGIN, file));
        }
        byte[] der = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (InvalidKeySpecException _) {
                // another kind of key
            }
        }
        throw new InvalidKeySpecException(
                "expected a key of one of %s in %s".formatted(ALGORITHMS, file));
    }
}
