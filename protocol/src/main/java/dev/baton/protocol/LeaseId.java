package dev.baton.protocol;

import dev.baton.core.JobId;
import dev.baton.core.LeaseDigest;
import dev.baton.core.LeaseRef;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The secret by which a runner proves that it holds a lease. It is never printed.
///
/// Those that Baton mints also say which job and epoch they are for, so that a message finds its row by the primary
/// key. That is an address, not a proof: the proof is the digest.
public record LeaseId(String text) {
    private static final String PREFIX = "lease_";
    private static final int SECRET_BYTES = 32;
    private static final int ADDRESS_BYTES = Long.BYTES + Integer.BYTES;
    private static final int ADDRESS_CHARACTERS = ADDRESS_BYTES / 3 * 4;
    private static final int MINTED_CHARACTERS =
            PREFIX.length() + ((ADDRESS_BYTES + SECRET_BYTES) * 4 + 2) / 3;
    private static final MessageDigest SHA_256 = sha256();

    public LeaseId {
        Secrets.require(text, Limits.MOST_LEASE_ID_CHARACTERS);
    }

    /// A new id: `lease_` and base64url of job (8 bytes), epoch (4) and 256 random bits.
    ///
    /// @param random a secure one, except in simulations
    public static LeaseId mint(JobId job, int epoch, RandomGenerator random) {
        var secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        byte[] bytes =
                ByteBuffer.allocate(ADDRESS_BYTES + SECRET_BYTES)
                        .putLong(job.value())
                        .putInt(epoch)
                        .put(secret)
                        .array();
        return new LeaseId(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /// The job and lease that this id claims to be for, or nothing if Baton did not mint it.
    public Optional<LeaseAddress> address() {
        // Of the characters allowed, only the point is not one of base64url.
        if (text.length() != MINTED_CHARACTERS
                || !text.startsWith(PREFIX)
                || text.indexOf('.') >= 0) {
            return Optional.empty();
        }
        int start = PREFIX.length();
        String encoded = text.substring(start, start + ADDRESS_CHARACTERS);
        var address = ByteBuffer.wrap(Base64.getUrlDecoder().decode(encoded));
        long job = address.getLong();
        int epoch = address.getInt();
        if (job <= 0 || epoch <= 0) {
            return Optional.empty();
        }
        return Optional.of(new LeaseAddress(new JobId(job), new LeaseRef(epoch, digest())));
    }

    public LeaseDigest digest() {
        try {
            // A copy of an unused digest is cheaper than a new one, and needs no thread of its own.
            var sha256 = (MessageDigest) SHA_256.clone();
            return LeaseDigest.of(sha256.digest(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 cannot be copied", e);
        }
    }

    @Override
    public String toString() {
        return "***";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
