/// Copies of everything that an orchestrator keeps, made while it works, and put back.
///
/// A backup is a directory: the database as one file, the blobs that it knows of as they are, a list of them with their
/// digests, and `manifest.json`, which is written last and without which there is no backup.
///
/// Refuses to know what jobs are. Start with [Backup].
@NullMarked
package dev.baton.server.backup;

import org.jspecify.annotations.NullMarked;
