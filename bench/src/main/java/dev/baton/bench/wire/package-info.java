/// The client's end of the wires, as lean as it gets.
///
/// A load generator shares the machine with what it measures, so every cycle it takes is missing there: frames are
/// read from the socket straight into the parser, by the thread that acts on them. It refuses to know what is measured.
///
/// Start with [StreamLine][dev.baton.bench.wire.StreamLine].
@NullMarked
package dev.baton.bench.wire;

import org.jspecify.annotations.NullMarked;
