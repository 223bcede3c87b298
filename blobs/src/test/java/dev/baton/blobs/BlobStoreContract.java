package dev.baton.blobs;

import static dev.baton.blobs.Bytes.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.blobs.BlobException.Code;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Deque;

/// What every place to keep bytes must do. Its parts are the interfaces; whoever keeps bytes extends this class.
public abstract class BlobStoreContract
        implements LogContract, LogTailContract, ArtifactContract, ContentContract, CacheContract {
    private static final JobEpoch JOB_1 = new JobEpoch(1, 1);
    private static final JobEpoch JOB_1_AGAIN = new JobEpoch(1, 2);
    private static final JobEpoch JOB_2 = new JobEpoch(2, 1);

    private final Deque<BlobStore> opened = new ArrayDeque<>();

    /// Opens a store on the place of this test: each call another one on the same bytes.
    protected abstract BlobStore open(BlobLimits limits);

    @BeforeEach
    void openOne() {
        another(LIMITS);
    }

    @AfterEach
    void closeAll() {
        opened.forEach(BlobStore::close);
    }

    @Override
    public BlobStore store() {
        return opened.getLast();
    }

    @Override
    public BlobStore another(BlobLimits limits) {
        BlobStore store = open(limits);
        opened.addLast(store);
        return store;
    }

    @Test
    void deleting_a_job_deletes_every_epoch_of_it_and_no_other_job() {
        for (JobEpoch key : new JobEpoch[] {JOB_1, JOB_1_AGAIN, JOB_2}) {
            store().logs().append(key, 0, bytes("hello"));
            store().artifacts().put(new ArtifactKey(key, new ArtifactName("a")), Bytes.upload("x"));
        }

        store().deleteJob(1);

        for (JobEpoch gone : new JobEpoch[] {JOB_1, JOB_1_AGAIN}) {
            assertThat(store().logs().status(gone)).isEqualTo(new LogStatus(0, false));
            assertThat(store().artifacts().list(gone)).isEmpty();
        }
        assertThat(store().logs().read(JOB_2, 0, 100)).isEqualTo(bytes("hello"));
        assertThat(store().artifacts().list(JOB_2)).hasSize(1);
    }

    @Test
    void deleting_a_job_that_left_nothing_is_no_error() {
        store().deleteJob(77);
        store().deleteJob(77);
    }

    @Test
    void deleting_a_job_leaves_content_alone() {
        var kept = store().contents().put(Bytes.stream("shared"), 100);
        store().deleteJob(1);
        assertThat(store().contents().put(Bytes.stream("shared"), 100)).isEqualTo(kept);
        assertThat(store().contents().has(Sha256.digestOf(bytes("shared")))).isTrue();
    }

    @Test
    void a_closed_store_says_that_it_is_closed() {
        BlobStore store = store();
        store.close();
        store.close();
        assertThatThrownBy(() -> store.logs().append(JOB_1, 0, bytes("x")))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.code()).isEqualTo(Code.CLOSED));
        assertThatThrownBy(() -> store.contents().put(Bytes.stream("x"), 1))
                .isInstanceOfSatisfying(
                        BlobException.class, e -> assertThat(e.code()).isEqualTo(Code.CLOSED));
    }
}
