package dev.baton.executor.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.executor.wire.Frames;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class FrameAssemblyTest {
    private final FrameAssembly assembly = new FrameAssembly();

    @RepeatedTest(20)
    void how_the_bytes_are_cut_makes_no_difference(RepetitionInfo repetition) throws Exception {
        var random = new Random(repetition.getCurrentRepetition());
        List<byte[]> payloads = new ArrayList<>();
        var stream = new ByteArrayOutputStream();
        for (int i = 0; i < 50; i++) {
            byte[] payload = new byte[1 + random.nextInt(i % 10 == 0 ? 200_000 : 300)];
            random.nextBytes(payload);
            payloads.add(payload);
            stream.writeBytes(Frames.of(payload));
        }
        byte[] bytes = stream.toByteArray();
        List<byte[]> found = new ArrayList<>();
        for (int from = 0; from < bytes.length; ) {
            int length = Math.min(bytes.length - from, 1 + random.nextInt(mostBytes(random)));
            ByteBuffer piece = ByteBuffer.wrap(bytes, from, length);
            for (byte[] next = assembly.next(piece); next != null; next = assembly.next(piece)) {
                found.add(next);
            }
            from += length;
        }
        assertThat(found).hasSameSizeAs(payloads);
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).isEqualTo(payloads.get(i));
        }
        assertThat(assembly.isInside()).isFalse();
    }

    private static int mostBytes(Random random) {
        return random.nextBoolean() ? 5 : 70_000;
    }

    @Test
    void the_largest_frame_is_taken() throws Exception {
        byte[] payload = new byte[Frames.MOST_BYTES];
        assertThat(assembly.next(ByteBuffer.wrap(Frames.of(payload)))).isEqualTo(payload);
    }

    @ParameterizedTest
    @ValueSource(ints = {Frames.MOST_BYTES + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
    void a_header_that_says_too_much_is_refused_before_anything_follows(int length) {
        assertThatThrownBy(() -> assembly.next(header(length)))
                .isInstanceOfSatisfying(
                        FrameAssembly.BadLength.class,
                        e -> assertThat(e.fault()).isEqualTo(AnswerFault.OVERSIZED));
    }

    @Test
    void an_empty_frame_is_refused() {
        assertThatThrownBy(() -> assembly.next(header(0)))
                .isInstanceOfSatisfying(
                        FrameAssembly.BadLength.class,
                        e -> assertThat(e.fault()).isEqualTo(AnswerFault.EMPTY));
    }

    @Test
    void a_part_of_a_frame_is_known_as_one() throws Exception {
        assertThat(assembly.isInside()).isFalse();
        assertThat(assembly.next(ByteBuffer.wrap(new byte[] {0, 0}))).isNull();
        assertThat(assembly.isInside()).isTrue();
    }

    private static ByteBuffer header(int length) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(length).flip();
    }
}
