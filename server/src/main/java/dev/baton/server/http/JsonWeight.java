package dev.baton.server.http;

/// How much memory JSON takes once it is read: many small values take many times their bytes.
public final class JsonWeight {
    /// Of a value as a node of a tree, with its entry in a map or a list.
    private static final int NODE_BYTES = 120;

    /// The text of the values, what is made of it, and what the store needs to write it.
    private static final int COPIES = 5;

    /// Up to this size it is not worth a look: as if every third character were a value of its own.
    private static final int SMALL = 16 << 10;

    private static final int MOST_PER_BYTE = COPIES + NODE_BYTES / 3;

    private JsonWeight() {}

    /// Never too little; JSON that is malformed is weighed as if it were not.
    public static long of(byte[] json) {
        if (json.length <= SMALL) {
            return (long) json.length * MOST_PER_BYTE;
        }
        long nodes = 1;
        boolean inText = false;
        for (int i = 0; i < json.length; i++) {
            switch (json[i]) {
                case '"' -> inText = !inText;
                case '\\' -> i += inText ? 1 : 0;
                case ',', '[', '{', ':' -> nodes += inText ? 0 : 1;
                default -> {}
            }
        }
        return (long) json.length * COPIES + nodes * NODE_BYTES;
    }

    /// The same for JSON that is a text.
    public static long of(String json) {
        if (json.length() <= SMALL) {
            return (long) json.length() * MOST_PER_BYTE;
        }
        long nodes = 1;
        boolean inText = false;
        for (int i = 0; i < json.length(); i++) {
            switch (json.charAt(i)) {
                case '"' -> inText = !inText;
                case '\\' -> i += inText ? 1 : 0;
                case ',', '[', '{', ':' -> nodes += inText ? 0 : 1;
                default -> {}
            }
        }
        return (long) json.length() * COPIES + nodes * NODE_BYTES;
    }
}
