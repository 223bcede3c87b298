/// The content store: logs, artifacts and content found by its digest, kept by job and epoch.
///
/// It refuses to know leases, runners and HTTP: it keeps bytes under names and says what it has. Whether a writer may
/// still write is for its caller to decide, before it calls.
///
/// Start with [BlobStore]; [dev.baton.blobs.files] keeps everything in a directory.
@NullMarked
package dev.baton.blobs;

import org.jspecify.annotations.NullMarked;
