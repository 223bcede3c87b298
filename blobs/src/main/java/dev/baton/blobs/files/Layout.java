package dev.baton.blobs.files;

import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.JobEpoch;
import dev.baton.core.Sha256;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Where things are. Only numbers and digests become part of a path.
record Layout(Path root) {
    static final long JOBS_PER_DIRECTORY = 10_000;

    Path job(long job) {
        return root.resolve("jobs")
                .resolve(Long.toString(job / JOBS_PER_DIRECTORY))
                .resolve(Long.toString(job));
    }

    Path epoch(JobEpoch key) {
        return job(key.job()).resolve(Integer.toString(key.epoch()));
    }

    Path log(JobEpoch key) {
        return epoch(key).resolve("log");
    }

    Path logLock(JobEpoch key) {
        return epoch(key).resolve("log.lock");
    }

    Path logSeal(JobEpoch key) {
        return epoch(key).resolve("log.sealed");
    }

    Path artifacts(JobEpoch owner) {
        return epoch(owner).resolve("artifacts");
    }

    Path artifact(ArtifactKey key) {
        byte[] name = key.name().value().getBytes(StandardCharsets.UTF_8);
        return artifacts(key.owner()).resolve(Sha256.digestOf(name).toString());
    }

    Path contents() {
        return root.resolve("content");
    }

    Path content(Sha256 sha256) {
        String digits = sha256.toString();
        return contents().resolve(digits.substring(0, 2)).resolve(digits);
    }

    /// Neither has a line end in it.
    Path cache(String scope, String key) {
        byte[] named = (scope + "\n" + key).getBytes(StandardCharsets.UTF_8);
        String digits = Sha256.digestOf(named).toString();
        return root.resolve("caches").resolve(digits.substring(0, 2)).resolve(digits);
    }

    Path staging() {
        return root.resolve("staging");
    }

    Path stagingLock() {
        return root.resolve("staging.lock");
    }
}
