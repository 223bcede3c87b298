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

    @Test
    default void many_contents_are_taken_in_together() throws IOException {
        try (var intake = store().contents().intake()) {
            for (int i = 0; i < 600; i++) {
                byte[] text = bytes("content " + i);
                assertThat(intake.add(stream("content " + i), 100))
                        .isEqualTo(new Kept(new ContentId(Sha256.digestOf(text), text.length)));
            }
            assertThat(intake.add(stream("content 1"), 100)).isInstanceOf(Kept.class);
            intake.finish();
        }

        restart();
        for (int i = 0; i < 600; i++) {
            Sha256 digest = Sha256.digestOf(bytes("content " + i));
            try (var opened = store().contents().open(digest).orElseThrow()) {
                assertThat(opened.bytes().readAllBytes()).isEqualTo(bytes("content " + i));
            }
        }
    }

    @Test
    default void what_was_not_finished_is_not_there() {
        try (var intake = store().contents().intake()) {
            intake.add(stream("hello"), 100);
            assertThat(store().contents().has(HELLO)).isFalse();
        }
        assertThat(store().contents().has(HELLO)).isFalse();
    }

    @Test
    default void one_that_is_too_large_does_not_spoil_the_others() {
        try (var intake = store().contents().intake()) {
            intake.add(stream("hello"), 100);
            assertThat(intake.add(stream("too large"), 4)).isEqualTo(new TooLarge(4));
            intake.finish();
        }
        assertThat(store().contents().find(HELLO)).contains(new ContentId(HELLO, 5));
    }

    @Test
    default void the_same_contents_taken_in_by_many_at_once_are_kept_once() throws Exception {
        BlobStore one = store();
        BlobStore other = another();
        try (var uploads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < 8; i++) {
                Contents contents = (i % 2 == 0 ? one : other).contents();
                running.add(
                        uploads.submit(
                                () -> {
                                    try (var intake = contents.intake()) {
                                        for (int n = 0; n < 20; n++) {
                                            intake.add(stream("content " + n), 100);
                                        }
                                        intake.finish();
                                    }
                                }));
            }
            for (var upload : running) {
                upload.get();
            }
        }
        for (int n = 0; n < 20; n++) {
            assertThat(one.contents().has(Sha256.digestOf(bytes("content " + n)))).isTrue();
        }
    }
}
