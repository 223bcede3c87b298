/// Load generators, and the figures they print.
///
/// It refuses to know the inside of the server: it measures what a client sees, over real sockets, of an orchestrator
/// in a process of its own. Next to each rate it measures, in the same run, what the database could do at most.
///
/// Start with [LeaseBench][dev.baton.bench.LeaseBench], then the class of the measurement that you want to know.
@NullMarked
package dev.baton.bench;

import org.jspecify.annotations.NullMarked;
