/// start-worker: starts a worker of any kind, speaks the worker protocol with it, ends it when the machine is about to go away, and starts
/// it again when it crashes.
///
/// Start with [Supervisor], top to bottom; [WorkerLife] is one process of the worker. The package refuses to know what the worker does.
@NullMarked
package dev.baton.supervisor;

import org.jspecify.annotations.NullMarked;
