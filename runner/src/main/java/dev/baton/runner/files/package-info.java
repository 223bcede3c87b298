/// The files that come and go with a job: its workspace, its caches, its artifacts.
///
/// [Checkout] fills the workspace, [Caches] are restored before the steps and saved after them, [ArtifactUpload] keeps what the
/// steps made. All of it travels under the lease, by [LeaseCalls]. It refuses to know steps and processes.
@NullMarked
package dev.baton.runner.files;

import org.jspecify.annotations.NullMarked;
