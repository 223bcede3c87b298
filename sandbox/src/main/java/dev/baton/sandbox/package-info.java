/// Runs commands in a box, and ends everything that they started.
///
/// It refuses to know jobs, leases and networks: it starts processes, hands over what they print, and promises that nothing
/// of a box is left once it is closed.
///
/// Start with [Sandbox] and [Box].
@NullMarked
package dev.baton.sandbox;

import org.jspecify.annotations.NullMarked;
