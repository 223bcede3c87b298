/// Real processes, real faults: orchestrators, runners and executors are killed, stopped, cut off and starved while they work, and what
/// has to be true afterwards is checked.
///
/// It refuses to know the inside of the system: it starts `baton` as users do, talks to it as they do, and reads what it left.
///
/// Start with [Chaos][dev.baton.chaos.Chaos]; then `estate` (what runs), `load` (who submits), `fault` (what happens to it) and
/// `proof` (what has to be true).
@NullMarked
package dev.baton.chaos;

import org.jspecify.annotations.NullMarked;
