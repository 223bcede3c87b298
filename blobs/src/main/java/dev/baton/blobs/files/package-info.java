/// A blob store in a directory of a POSIX file system (one that has hard links and byte-range locks), for one
/// orchestrator or for several that share the directory:
///
/// ```
/// jobs/12/123456/3/log                the log of epoch 3 of job 123456
///                  log.lock           held while the log is written to; never read
///                  log.sealed         its size and digest, once it is complete
///                  artifacts/<SHA-256 of the name>
/// content/<first two digits>/<SHA-256>
/// caches/<first two digits>/<SHA-256 of the key>
/// staging/<process>/…                 what is not complete yet, or being deleted; swept when its owner is gone
/// ```
///
/// No name that a job chose is ever part of a path. Nothing is changed in place but a growing log: all else is
/// written in staging, synced, and appears whole by one link or rename.
///
/// Start with [FileBlobStore], then [FileLogs], [FileArtifacts], [FileContents] and [FileCaches].
@NullMarked
package dev.baton.blobs.files;

import org.jspecify.annotations.NullMarked;
