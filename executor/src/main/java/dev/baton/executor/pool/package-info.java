/// The runner's side of the executor protocol: starts executors, keeps them alive, and calls their functions.
///
/// Each executor has a pool of processes. A process has one thread that reads and writes all of its connections; who calls a function
/// waits on a thread of its own. What a call ends with is a value, and [OutcomePolicy] says what becomes of the job.
///
/// It refuses to know jobs, leases and orchestrators.
///
/// Start with [ExecutorPools] and [ExecutorPool#call]; then [Conversation], [Talk]; [Keeper], [ExecutorProcess], [Dialogue], [Connection].
/// [SteppedPool] is a pool without threads and processes, for simulations.
@NullMarked
package dev.baton.executor.pool;

import org.jspecify.annotations.NullMarked;
