/// The content store: images, logs, artifacts, outputs and caches, found by their digest or by job and epoch.
///
/// It refuses to know jobs and leases: it keeps bytes under names, and says what it has.
///
/// Start with the interface that every place to keep bytes implements.
@NullMarked
package dev.baton.blobs;

import org.jspecify.annotations.NullMarked;
