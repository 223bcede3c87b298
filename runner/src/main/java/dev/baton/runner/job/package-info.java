/// The execution of one job, from its spec to its last message.
///
/// [JobExecution] is the story of the lease, [Work] that of the work under it; [Interruptions] are what may come in between.
@NullMarked
package dev.baton.runner.job;

import org.jspecify.annotations.NullMarked;
