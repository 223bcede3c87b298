package dev.baton.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.blobs.AppendResult;
import dev.baton.blobs.AppendResult.Appended;
import dev.baton.blobs.AppendResult.Conflict;
import dev.baton.blobs.AppendResult.LogFull;
import dev.baton.blobs.AppendResult.LogSealed;
import dev.baton.blobs.AppendResult.WrongOffset;
import dev.baton.blobs.BlobLimits;
import dev.baton.blobs.BlobStore;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.LogStatus;
import dev.baton.blobs.SealResult;
import dev.baton.blobs.SealResult.DigestMismatch;
import dev.baton.blobs.SealResult.Sealed;
import dev.baton.blobs.SealResult.WrongSize;
import dev.baton.core.Sha256;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/// Random appends, repeats, overlaps, seals and restarts on few logs through two stores, against arrays in memory.
class LogModelTest {
    private static final int LOGS = 5;
    private static final int STEPS = 3_000;
    private static final BlobLimits LIMITS = new BlobLimits(2_000, 2);

    @TempDir Path directory;

    /// What a log must be: the whole rule in a dozen lines.
    private static final class Model {
        byte[] bytes = {};
        boolean sealed;

        AppendResult append(int offset, byte[] added) {
            if (offset > bytes.length) {
                return new WrongOffset(bytes.length);
            }
            for (int i = 0; i < added.length && offset + i < bytes.length; i++) {
                if (bytes[offset + i] != added[i]) {
                    return new Conflict(offset + i);
                }
            }
            int end = offset + added.length;
            if (end <= bytes.length) {
                return new Appended(bytes.length);
            }
            if (sealed) {
                return new LogSealed(bytes.length);
            }
            if (end > LIMITS.maxLogBytes()) {
                return new LogFull(LIMITS.maxLogBytes());
            }
            int before = bytes.length;
            bytes = Arrays.copyOf(bytes, end);
            System.arraycopy(added, before - offset, bytes, before, end - before);
            return new Appended(end);
        }

        SealResult seal(int size, Sha256 sha256) {
            if (size != bytes.length) {
                return new WrongSize(bytes.length);
            }
            Sha256 actual = Sha256.digestOf(bytes);
            if (!actual.equals(sha256)) {
                return new DigestMismatch(actual);
            }
            sealed = true;
            return new Sealed();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_log_is_what_the_model_says(long seed) {
        var random = new Random(seed);
        var models = new Model[LOGS];
        Arrays.setAll(models, _ -> new Model());
        BlobStore[] stores = {open(), open()};
        try {
            for (int step = 0; step < STEPS; step++) {
                int store = random.nextInt(stores.length);
                int log = random.nextInt(LOGS);
                if (random.nextInt(50) == 0) {
                    stores[store].close();
                    stores[store] = open();
                }
                step(random, stores[store], new JobEpoch(log + 1, 1), models[log], step);
            }
            for (int log = 0; log < LOGS; log++) {
                var key = new JobEpoch(log + 1, 1);
                assertThat(stores[0].logs().read(key, 0, 10_000)).isEqualTo(models[log].bytes);
            }
        } finally {
            Arrays.stream(stores).forEach(BlobStore::close);
        }
    }

    private BlobStore open() {
        return FileBlobStore.open(directory, LIMITS);
    }

    private static void step(Random random, BlobStore store, JobEpoch key, Model model, int step) {
        if (random.nextInt(100) == 0) {
            int size = model.bytes.length + (random.nextInt(4) == 0 ? 1 : 0);
            Sha256 digest =
                    random.nextInt(4) == 0
                            ? Sha256.digestOf(new byte[] {9})
                            : Sha256.digestOf(model.bytes);
            assertThat(store.logs().seal(key, size, digest))
                    .as("seal in step %d", step)
                    .isEqualTo(model.seal(size, digest));
        } else {
            int offset = Math.max(0, model.bytes.length + random.nextInt(-40, 10));
            byte[] bytes = textOf(key, offset, random.nextInt(40));
            if (bytes.length > 0 && random.nextInt(20) == 0) {
                bytes[random.nextInt(bytes.length)] ^= 1;
            }
            assertThat(store.logs().append(key, offset, bytes))
                    .as("append in step %d", step)
                    .isEqualTo(model.append(offset, bytes));
        }
        assertThat(store.logs().status(key))
                .isEqualTo(new LogStatus(model.bytes.length, model.sealed));
    }

    /// What a well-behaved runner would send: any part of one endless text.
    private static byte[] textOf(JobEpoch key, int offset, int length) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) ((offset + i) * 31 + (offset + i) / 97 + key.job());
        }
        return text;
    }
}
