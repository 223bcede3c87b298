package dev.baton.blobs;

import dev.baton.core.Shown;

/// What a job calls one of its artifacts: `report.xml`, `logs/unit/1.txt`.
///
/// Names come from untrusted code and end up in other people's file systems: a name is a relative path that leads
/// down, whatever system reads it.
public record ArtifactName(String value) implements Comparable<ArtifactName> {
    public static final int MOST_CHARACTERS = 255;

    public ArtifactName {
        String wrong = whatIsWrongWith(value);
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(
                    "artifact name: expected 1 to %d characters, segments separated by /, got '%s': %s"
                            .formatted(MOST_CHARACTERS, Shown.of(value), wrong));
        }
    }

    private static String whatIsWrongWith(String name) {
        if (name.length() > MOST_CHARACTERS) {
            return "it has %d characters".formatted(name.length());
        }
        if (!name.codePoints().allMatch(Shown::isPlain)) {
            return "it has characters that cannot be shown";
        }
        if (name.indexOf('\\') >= 0) {
            return "it has a backslash";
        }
        for (String segment : name.split("/", -1)) {
            if (segment.isEmpty()) {
                return "it has an empty segment";
            }
            if (segment.equals(".") || segment.equals("..")) {
                return "it has a segment '%s'".formatted(segment);
            }
        }
        return "";
    }

    @Override
    public int compareTo(ArtifactName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
