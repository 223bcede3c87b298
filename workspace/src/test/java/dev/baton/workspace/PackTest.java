package dev.baton.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Sha256;
import dev.baton.workspace.WorkspaceException.Code;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class PackTest {
    private static final long PLENTY = 1 << 20;

    private static byte[] pack(String... contents) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var pack = new PackWriter(bytes);
        for (String content : contents) {
            pack.add(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static List<String> read(byte[] pack, long mostContent, long mostPack)
            throws IOException {
        var reader = new PackReader(new ByteArrayInputStream(pack), mostContent, mostPack);
        var read = new ArrayList<String>();
        for (var next = reader.next(); next.isPresent(); next = reader.next()) {
            byte[] bytes = next.get().bytes().readAllBytes();
            assertThat(next.get().size()).isEqualTo(bytes.length);
            read.add(new String(bytes, StandardCharsets.UTF_8));
        }
        return read;
    }

    @Test
    void a_pack_reads_what_was_put_into_it() throws IOException {
        assertThat(read(pack("one", "", "three"), PLENTY, PLENTY))
                .containsExactly("one", "", "three");
        assertThat(read(new byte[0], PLENTY, PLENTY)).isEmpty();
    }

    @Test
    void a_content_is_eight_bytes_of_length_and_its_bytes() throws IOException {
        assertThat(pack("ab")).containsExactly(0, 0, 0, 0, 0, 0, 0, 2, 'a', 'b');
    }

    @Test
    void what_nobody_reads_is_skipped() throws IOException {
        var reader = new PackReader(new ByteArrayInputStream(pack("one", "two")), PLENTY, PLENTY);
        reader.next();
        assertThat(reader.next().orElseThrow().bytes().readAllBytes()).asString().isEqualTo("two");
    }

    @Test
    void a_pack_that_ends_early_is_refused_wherever_it_ends() throws IOException {
        byte[] whole = pack("one", "two");
        int boundary = PackWriter.HEADER_BYTES + 3;
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (length != boundary) {
                assertThatThrownBy(() -> read(cut, PLENTY, PLENTY))
                        .hasFieldOrPropertyWithValue("code", Code.INVALID_PACK);
            }
        }
    }

    @Test
    void a_length_that_makes_no_sense_is_refused_before_a_byte_is_read() {
        byte[] negative = ByteBuffer.allocate(8).putLong(-1).array();
        assertThatThrownBy(() -> read(negative, PLENTY, PLENTY))
                .hasFieldOrPropertyWithValue("code", Code.INVALID_PACK);
        byte[] huge = ByteBuffer.allocate(8).putLong(Long.MAX_VALUE).array();
        assertThatThrownBy(() -> read(huge, PLENTY, PLENTY))
                .hasFieldOrPropertyWithValue("code", Code.TOO_LARGE);
        assertThatThrownBy(() -> read(huge, Long.MAX_VALUE, Long.MAX_VALUE))
                .hasFieldOrPropertyWithValue("code", Code.TOO_LARGE);
    }

    @Test
    void contents_and_packs_have_a_bound() throws IOException {
        byte[] pack = pack("123", "123");
        assertThat(read(pack, 3, pack.length)).hasSize(2);
        assertThatThrownBy(() -> read(pack, 2, PLENTY))
                .hasFieldOrPropertyWithValue("code", Code.TOO_LARGE);
        assertThatThrownBy(() -> read(pack, PLENTY, pack.length - 1))
                .hasFieldOrPropertyWithValue("code", Code.TOO_LARGE);
    }

    @Test
    void a_file_that_changed_since_it_was_looked_at_is_noticed() {
        byte[] text = "text".getBytes(StandardCharsets.UTF_8);
        for (String now : List.of("tex", "text!", "test")) {
            var in = new ByteArrayInputStream(now.getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(
                            () ->
                                    new PackWriter(new ByteArrayOutputStream())
                                            .add(Sha256.digestOf(text), text.length, in))
                    .hasFieldOrPropertyWithValue("code", Code.DIGEST_MISMATCH);
        }
    }
}
