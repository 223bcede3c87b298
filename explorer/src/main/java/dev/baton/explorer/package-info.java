/// Every way that jobs can go, tried out: the real rules of `core` under every interleaving of runners that say anything at any
/// time, a canceller, the sweep and the clock.
///
/// Messages are never taken off the network: whoever ever had a lease may say everything that can be said with it, as often as
/// it likes, as late as it likes. So what is lost, repeated, delayed or overtaken is all in here. It refuses to know stores and
/// wires.
///
/// Start with [Explorer], then [Stage#play].
@NullMarked
package dev.baton.explorer;

import org.jspecify.annotations.NullMarked;
