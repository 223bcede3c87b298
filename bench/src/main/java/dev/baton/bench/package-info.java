/// Load generators, and the figures they print.
///
/// It refuses to know the inside of the server: it measures what a client sees, over real sockets.
///
/// Start with the scenario that you want the figures of.
@NullMarked
package dev.baton.bench;

import org.jspecify.annotations.NullMarked;
