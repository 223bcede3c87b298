package dev.baton.testkit.otlp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The fields of a protobuf message, by their numbers.
final class ProtobufMessage {
    private static final int WIRE_TYPE_BITS = 3;
    private static final int VARINT_BITS = 7;
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;

    private final List<Field> fields = new ArrayList<>();

    /// A field as it came.
    ///
    /// @param number what it is if it is a number
    /// @param bytes what it is if it is bytes
    private record Field(int key, long number, ByteBuffer bytes) {}

    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    ProtobufMessage(ByteBuffer bytes) {
        ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            int tag = (int) varint(in);
            int key = tag >>> WIRE_TYPE_BITS;
            fields.add(
                    switch (tag & ((1 << WIRE_TYPE_BITS) - 1)) {
                        case VARINT -> new Field(key, varint(in), NONE);
                        case FIXED_64 -> new Field(key, in.getLong(), NONE);
                        case FIXED_32 -> new Field(key, in.getInt(), NONE);
                        case BYTES -> new Field(key, 0, bytes(in, (int) varint(in)));
                        default ->
                                throw new IllegalArgumentException(
                                        "expected a field of protobuf, got the tag " + tag);
                    });
        }
    }

    boolean has(int key) {
        return fields.stream().anyMatch(field -> field.key() == key);
    }

    List<ProtobufMessage> messages(int key) {
        return fields.stream()
                .filter(field -> field.key() == key)
                .map(field -> new ProtobufMessage(field.bytes()))
                .toList();
    }

    String text(int key) {
        return StandardCharsets.UTF_8.decode(bytes(key).duplicate()).toString();
    }

    String hex(int key) {
        ByteBuffer bytes = bytes(key).duplicate();
        var copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return HexFormat.of().formatHex(copy);
    }

    long number(int key) {
        return last(key).number();
    }

    private ByteBuffer bytes(int key) {
        return last(key).bytes();
    }

    /// The last one counts, and one that is not there is empty.
    private Field last(int key) {
        return fields.reversed().stream()
                .filter(field -> field.key() == key)
                .findFirst()
                .orElse(new Field(key, 0, NONE));
    }

    private static ByteBuffer bytes(ByteBuffer in, int length) {
        ByteBuffer bytes = in.slice(in.position(), length);
        in.position(in.position() + length);
        return bytes;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += VARINT_BITS) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
