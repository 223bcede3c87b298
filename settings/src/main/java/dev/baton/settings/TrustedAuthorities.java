package dev.baton.settings;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// The certificate authorities that a client trusts: those of the Java runtime, and those of a file.
public final class TrustedAuthorities {
    private static final int MAX_FILE_BYTES = 4 << 20;

    private TrustedAuthorities() {}

    /// A context for connections to servers whose certificates come from one of these authorities.
    ///
    /// @param caFile certificates in PEM, one or more
    /// @throws ConfigException if the file cannot be used; the message names it
    public static SSLContext load(Path caFile) {
        List<Certificate> authorities = all(caFile);
        try {
            var trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            for (Certificate authority : authorities) {
                trusted.setCertificateEntry("authority-" + trusted.size(), authority);
            }
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers(trusted), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw refused(caFile, "cannot be used: " + e.getMessage());
        }
    }

    static List<Certificate> all(Path caFile) {
        var all = new ArrayList<Certificate>(certificates(caFile));
        all.addAll(ofTheRuntime());
        return all;
    }

    static List<Certificate> ofTheRuntime() {
        var authorities = new ArrayList<Certificate>();
        try {
            for (TrustManager manager : managers(null)) {
                if (manager instanceof X509TrustManager x509) {
                    authorities.addAll(List.of(x509.getAcceptedIssuers()));
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime has no usable trust store", e);
        }
        return authorities;
    }

    /// @param store null for that of the Java runtime
    private static TrustManager[] managers(@Nullable KeyStore store)
            throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        } catch (NoSuchFileException _) {
            throw refused(file, "does not exist");
        } catch (IOException e) {
            throw refused(file, "cannot be read: " + e.getMessage());
        }
        if (bytes.length > MAX_FILE_BYTES) {
            throw refused(file, "has more than %d bytes".formatted(MAX_FILE_BYTES));
        }
        try {
            var certificates =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes));
            if (certificates.isEmpty()) {
                throw refused(file, "has no certificate");
            }
            return certificates;
        } catch (CertificateException e) {
            throw refused(file, "cannot be read: " + e.getMessage());
        }
    }

    private static ConfigException refused(Path file, String what) {
        return new ConfigException(
                List.of(
                        "expected certificates of authorities in PEM (-----BEGIN CERTIFICATE-----); '%s' %s"
                                .formatted(file, what)));
    }
}
