/// The runner as a worker: what it hears from a supervisor that started it, if one did.
///
/// Start with [SupervisorEars]. The package refuses to know jobs and leases.
@NullMarked
package dev.baton.runner.supervised;

import org.jspecify.annotations.NullMarked;
