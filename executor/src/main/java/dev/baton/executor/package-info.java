/// The runtime to write an executor in: handlers by name, called for whoever connects.
///
/// Start with [Executor], then [Connection], which reads requests and answers them, and [Call], which is one of them while it is
/// executed. [ExecutorAddress] says where to listen. The package refuses to know jobs, leases, retries and whoever is calling.
@NullMarked
package dev.baton.executor;

import org.jspecify.annotations.NullMarked;
