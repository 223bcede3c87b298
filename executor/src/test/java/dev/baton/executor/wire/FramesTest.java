package dev.baton.executor.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

class FramesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 1_000, 16_384, 100_000, 1 << 24})
    void frames_of_all_lengths_are_read_as_they_were_written_whatever_the_pieces(int piece)
            throws IOException {
        var random = new Random(piece);
        var sent = new ArrayList<byte[]>();
        var stream = new ByteArrayOutputStream();
        for (int length : new int[] {1, 3, 16_383, 16_384, 16_385, 2, 70_000, 200_000, 1}) {
            byte[] payload = new byte[length];
            random.nextBytes(payload);
            sent.add(payload);
            stream.write(Frames.of(payload));
        }
        var reader = new FrameReader(pieces(stream.toByteArray(), piece));
        for (byte[] payload : sent) {
            assertThat(reader.next()).isEqualTo(payload);
        }
        assertThat(reader.next()).isNull();
    }

    @Test
    void the_length_is_four_bytes_with_the_most_significant_first() {
        assertThat(Frames.of(new byte[0x010203])).startsWith(0, 1, 2, 3, 0);
    }

    @Test
    void the_largest_frame_is_read_and_the_next_larger_is_refused_by_its_header_alone()
            throws IOException {
        byte[] largest = new byte[Frames.MOST_BYTES];
        assertThat(new FrameReader(new ByteArrayInputStream(Frames.of(largest))).next())
                .hasSize(Frames.MOST_BYTES);
        assertThatThrownBy(() -> Frames.of(new byte[Frames.MOST_BYTES + 1]))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> readerOf(header(Frames.MOST_BYTES + 1)).next())
                .hasMessage("expected a frame of at most 16777216 bytes, got 16777217");
        assertThatThrownBy(() -> readerOf(header(-1)).next())
                .hasMessage("expected a frame of at most 16777216 bytes, got 4294967295");
    }

    @Test
    void an_empty_frame_is_refused() {
        assertThatThrownBy(() -> readerOf(header(0)).next())
                .isInstanceOfSatisfying(
                        WireException.class,
                        e -> assertThat(e.code()).isEqualTo(WireCode.EMPTY_FRAME));
    }

    @Test
    void the_end_between_frames_is_told_from_the_end_in_a_frame() throws IOException {
        assertThat(readerOf(new byte[0]).next()).isNull();
        assertThatThrownBy(() -> readerOf(new byte[] {0, 0}).next())
                .hasMessage("expected the 4 bytes of a header, got the end of the stream after 2");
        assertThatThrownBy(() -> readerOf(header(3)).next())
                .hasMessage("expected a frame of 3 bytes, got the end of the stream after 0");
        assertThatThrownBy(() -> readerOf(header(Frames.MOST_BYTES)).next())
                .isInstanceOfSatisfying(
                        WireException.class, e -> assertThat(e.code()).isEqualTo(WireCode.CUT_OFF));
    }

    @Test
    void a_header_that_lies_costs_no_memory() {
        long before = allocated();
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> readerOf(header(Frames.MOST_BYTES)).next())
                    .isInstanceOf(WireException.class);
        }
        assertThat(allocated() - before).isLessThan(Frames.MOST_BYTES);
    }

    @Test
    void frames_of_many_threads_are_written_whole_and_once() throws Exception {
        var stream = new ByteArrayOutputStream();
        var writer = new FrameWriter(stream);
        var begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            int thread = t;
            threads.add(
                    Thread.startVirtualThread(
                            () -> {
                                try {
                                    begin.await();
                                    for (int i = 0; i < 2_000; i++) {
                                        writer.send(
                                                Frames.of(new byte[] {(byte) thread, (byte) i}));
                                    }
                                } catch (IOException | InterruptedException e) {
                                    throw new AssertionError(e);
                                }
                            }));
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        var reader = readerOf(stream.toByteArray());
        int[] next = new int[8];
        for (byte[] frame = reader.next(); frame != null; frame = reader.next()) {
            assertThat(frame[1])
                    .as("order of thread %d", frame[0])
                    .isEqualTo((byte) next[frame[0]]);
            next[frame[0]]++;
        }
        assertThat(next).containsOnly(2_000);
    }

    @Test
    void a_stream_that_broke_is_said_to_everyone_who_sends() {
        var writer =
                new FrameWriter(
                        new java.io.OutputStream() {
                            @Override
                            public void write(int b) throws IOException {
                                throw new IOException("gone");
                            }
                        });
        assertThatThrownBy(() -> writer.send(new byte[5])).hasMessage("gone");
        assertThatThrownBy(() -> writer.send(new byte[5]))
                .hasMessage("the stream broke before: gone");
    }

    private static byte[] header(int length) {
        return ByteBuffer.allocate(4).putInt(length).array();
    }

    private static FrameReader readerOf(byte[] bytes) {
        return new FrameReader(new ByteArrayInputStream(bytes));
    }

    private static InputStream pieces(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] b, int off, int len) {
                return super.read(b, off, Math.min(len, most));
            }
        };
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
