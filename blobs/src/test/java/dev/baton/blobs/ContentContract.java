package dev.baton.blobs;

import static dev.baton.blobs.Bytes.breakingAfter;
import static dev.baton.blobs.Bytes.bytes;
import static dev.baton.blobs.Bytes.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.blobs.ContentResult.Kept;
import dev.baton.blobs.ContentResult.TooLarge;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

interface ContentContract extends Fixture {
    Sha256 HELLO = Sha256.digestOf(bytes("hello"));

    @Test
    default void content_is_found_by_its_digest() throws IOException {
        assertThat(store().contents().has(HELLO)).isFalse();
        assertThat(store().contents().open(HELLO)).isEmpty();

        assertThat(store().contents().put(stream("hello"), 5))
                .isEqualTo(new Kept(new ContentId(HELLO, 5)));

        restart();
        assertThat(store().contents().has(HELLO)).isTrue();
        try (var opened = store().contents().open(HELLO).orElseThrow()) {
            assertThat(opened.what()).isEqualTo(new ContentId(HELLO, 5));
            assertThat(opened.bytes().readAllBytes()).isEqualTo(bytes("hello"));
        }
    }

    @Test
    default void the_same_content_again_is_the_same() {
        var first = store().contents().put(stream("hello"), 100);
        assertThat(another().contents().put(stream("hello"), 100)).isEqualTo(first);
    }

    @Test
    default void content_that_is_too_large_or_breaks_off_is_not_kept() {
        assertThat(store().contents().put(stream("hello"), 4)).isEqualTo(new TooLarge(4));
        assertThatThrownBy(() -> store().contents().put(breakingAfter("hello"), 100))
                .isInstanceOf(BlobException.class);
        assertThat(store().contents().has(HELLO)).isFalse();
    }

    @Test
    default void the_same_content_from_many_at_once_is_kept_once() throws Exception {
        BlobStore one = store();
        BlobStore other = another();
        try (var uploads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<ContentResult>>();
            for (int i = 0; i < 16; i++) {
                Contents contents = (i % 2 == 0 ? one : other).contents();
                running.add(uploads.submit(() -> contents.put(stream("hello"), 100)));
            }
            for (var upload : running) {
                assertThat(upload.get()).isEqualTo(new Kept(new ContentId(HELLO, 5)));
            }
        }
        try (var opened = one.contents().open(HELLO).orElseThrow()) {
            assertThat(opened.bytes().readAllBytes()).isEqualTo(bytes("hello"));
        }
    }
}
