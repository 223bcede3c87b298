/// How others learn of what was committed: readers that wait for a job, metrics and traces.
///
/// It refuses to change anything: it only watches.
///
/// Start with [CommitFeed].
@NullMarked
package dev.baton.server.watch;

import org.jspecify.annotations.NullMarked;
