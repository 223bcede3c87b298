package dev.baton.server.runner;

import dev.baton.core.Sha256;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the SHA-256 of `Repr-Digest` or `Content-Digest` (RFC 9530): `sha-256=:<base64>:`.
final class DigestHeader {
    private static final Pattern SHA_256 = Pattern.compile("sha-256=:([A-Za-z0-9+/=]{0,100}):");

    private DigestHeader() {}

    static Optional<Sha256> of(Call call) {
        Optional<String> header = call.header("Repr-Digest");
        if (header.isEmpty()) {
            header = call.header("Content-Digest");
        }
        return header.map(DigestHeader::parse);
    }

    static String shown(Sha256 digest) {
        return "sha-256=:%s:".formatted(Base64.getEncoder().encodeToString(digest.toBytes()));
    }

    private static Sha256 parse(String header) {
        var match = SHA_256.matcher(header);
        if (match.find()) {
            try {
                byte[] digest = Base64.getDecoder().decode(match.group(1));
                if (digest.length == Sha256.BYTES) {
                    return Sha256.of(digest);
                }
            } catch (IllegalArgumentException _) {
                // said below
            }
        }
        throw Problem.of(400, "INVALID_DIGEST", "expected a digest such as sha-256=:<base64>:")
                .asException();
    }
}
