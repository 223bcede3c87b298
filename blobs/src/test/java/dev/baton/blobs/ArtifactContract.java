package dev.baton.blobs;

import static dev.baton.blobs.Bytes.breakingAfter;
import static dev.baton.blobs.Bytes.bytes;
import static dev.baton.blobs.Bytes.stream;
import static dev.baton.blobs.Bytes.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.blobs.BlobException.Code;
import dev.baton.blobs.PutResult.DigestMismatch;
import dev.baton.blobs.PutResult.NameTaken;
import dev.baton.blobs.PutResult.Stored;
import dev.baton.blobs.PutResult.TooLarge;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

interface ArtifactContract extends Fixture {
    JobEpoch OWNER = new JobEpoch(44, 2);
    ArtifactLabel JUNIT = new ArtifactLabel("junit", "text/xml");

    private static ArtifactKey named(String name) {
        return new ArtifactKey(OWNER, new ArtifactName(name));
    }

    private static Artifact artifact(String name, String text, ArtifactLabel label) {
        return new Artifact(
                new ArtifactName(name), label, bytes(text).length, Sha256.digestOf(bytes(text)));
    }

    private byte[] content(String name) throws IOException {
        try (var opened = store().artifacts().open(named(name)).orElseThrow()) {
            return opened.bytes().readAllBytes();
        }
    }

    @Test
    default void an_artifact_is_kept_with_its_name_and_label() throws IOException {
        var kept = artifact("out/test.xml", "<ok/>", JUNIT);
        assertThat(store().artifacts().put(named("out/test.xml"), upload("<ok/>").labelled(JUNIT)))
                .isEqualTo(new Stored(kept));
        restart();
        assertThat(content("out/test.xml")).isEqualTo(bytes("<ok/>"));
        assertThat(store().artifacts().list(OWNER)).containsExactly(kept);
        try (var opened = store().artifacts().open(named("out/test.xml")).orElseThrow()) {
            assertThat(opened.what()).isEqualTo(kept);
        }
    }

    @Test
    default void an_empty_artifact_is_an_artifact() throws IOException {
        assertThat(store().artifacts().put(named("empty"), upload(""))).isInstanceOf(Stored.class);
        assertThat(content("empty")).isEmpty();
    }

    @Test
    default void what_is_not_there_is_not_found() {
        assertThat(store().artifacts().open(named("nothing"))).isEmpty();
        assertThat(store().artifacts().list(OWNER)).isEmpty();
    }

    @Test
    default void a_repeat_gets_the_same_answer() {
        var first = store().artifacts().put(named("a"), upload("same").labelled(JUNIT));
        assertThat(store().artifacts().put(named("a"), upload("same"))).isEqualTo(first);
        assertThat(store().artifacts().list(OWNER)).hasSize(1);
    }

    @Test
    default void other_bytes_under_the_same_name_are_refused() throws IOException {
        store().artifacts().put(named("a"), upload("first"));
        assertThat(store().artifacts().put(named("a"), upload("other")))
                .isEqualTo(new NameTaken(artifact("a", "first", ArtifactLabel.NONE)));
        assertThat(content("a")).isEqualTo(bytes("first"));
    }

    @Test
    default void another_epoch_may_use_the_same_name() {
        store().artifacts().put(named("a"), upload("first"));
        var next = new JobEpoch(OWNER.job(), OWNER.epoch() + 1);
        assertThat(
                        store().artifacts()
                                .put(new ArtifactKey(next, new ArtifactName("a")), upload("other")))
                .isInstanceOf(Stored.class);
        assertThat(store().artifacts().list(next)).hasSize(1);
    }

    @Test
    default void an_artifact_may_have_the_most_bytes_and_not_one_more() {
        assertThat(store().artifacts().put(named("fits"), Upload.of(stream("12345"), 5)))
                .isInstanceOf(Stored.class);
        assertThat(store().artifacts().put(named("large"), Upload.of(stream("123456"), 5)))
                .isEqualTo(new TooLarge(5));
        assertThat(store().artifacts().open(named("large"))).isEmpty();
    }

    @Test
    default void bytes_that_are_not_the_ones_announced_are_refused() {
        Sha256 digest = Sha256.digestOf(bytes("hello"));
        assertThat(store().artifacts().put(named("a"), upload("hallo").expecting(digest)))
                .isEqualTo(new DigestMismatch(Sha256.digestOf(bytes("hallo"))));
        assertThat(store().artifacts().list(OWNER)).isEmpty();
        assertThat(store().artifacts().put(named("a"), upload("hello").expecting(digest)))
                .isInstanceOf(Stored.class);
    }

    @Test
    default void an_upload_that_breaks_off_leaves_nothing() {
        assertThatThrownBy(
                        () ->
                                store().artifacts()
                                        .put(named("a"), Upload.of(breakingAfter("half"), 100)))
                .isInstanceOfSatisfying(
                        BlobException.class,
                        e -> assertThat(e.code()).isEqualTo(Code.UPLOAD_BROKEN));
        assertThat(store().artifacts().list(OWNER)).isEmpty();
        assertThat(store().artifacts().put(named("a"), upload("whole"))).isInstanceOf(Stored.class);
    }

    @Test
    default void names_that_only_look_alike_are_different_artifacts() throws IOException {
        String[] names = {
            "Readme",
            "README",
            "readme",
            "readme.",
            "a/b",
            "a",
            "a/b/c",
            "é",
            "e\u0301",
            "log",
            "log.lock",
            "artifacts",
            "a b",
            " ",
            "C:x",
            "~",
            "%2e%2e",
            "日本語",
            "😀",
            "con",
            "x".repeat(255)
        };
        for (String name : names) {
            assertThat(store().artifacts().put(named(name), upload(name)))
                    .isInstanceOf(Stored.class);
        }
        for (String name : names) {
            assertThat(content(name)).isEqualTo(bytes(name));
        }
        assertThat(store().artifacts().list(OWNER))
                .extracting(artifact -> artifact.name().value())
                .isSorted()
                .containsExactlyInAnyOrder(names);
    }

    @Test
    default void of_many_uploads_under_one_name_at_once_one_wins_and_all_hear_the_same()
            throws Exception {
        Artifacts[] orchestrators = {store().artifacts(), another().artifacts()};
        var winners = new ArrayList<Artifact>();
        var losers = new ArrayList<Artifact>();
        try (var uploads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<PutResult>>();
            for (int i = 0; i < 16; i++) {
                Artifacts artifacts = orchestrators[i % 2];
                String text = "upload " + i;
                running.add(uploads.submit(() -> artifacts.put(named("a"), upload(text))));
            }
            for (var upload : running) {
                switch (upload.get()) {
                    case Stored(Artifact artifact) -> winners.add(artifact);
                    case NameTaken(Artifact by) -> losers.add(by);
                    case TooLarge _, DigestMismatch _ -> throw new AssertionError(upload);
                }
            }
        }
        assertThat(winners).hasSize(1);
        assertThat(losers).hasSize(15).containsOnly(winners.getFirst());
        assertThat(store().artifacts().list(OWNER)).isEqualTo(winners);
    }
}
