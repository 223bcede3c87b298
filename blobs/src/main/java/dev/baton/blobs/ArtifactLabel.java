package dev.baton.blobs;

import dev.baton.core.Shown;

/// What an artifact is said to be. Untrusted, like the bytes: kept and repeated, never acted on.
///
/// @param type what the job calls it, such as `junit`
/// @param mediaType what HTTP calls it, such as `text/xml`
public record ArtifactLabel(String type, String mediaType) {
    public static final int MOST_CHARACTERS = 127;

    public static final ArtifactLabel NONE = new ArtifactLabel("file", "application/octet-stream");

    public ArtifactLabel {
        require("artifact type", type);
        require("artifact media type", mediaType);
    }

    private static void require(String what, String value) {
        if (value.isEmpty()
                || value.length() > MOST_CHARACTERS
                || !value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "%s: expected 1 to %d printable ASCII characters, got '%s'"
                            .formatted(what, MOST_CHARACTERS, Shown.of(value)));
        }
    }
}
