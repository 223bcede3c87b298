/// The lease stream: all that a runner and the orchestrator have to tell each other, over one WebSocket.
///
/// A frame is read only when the one before it has been committed and answered, so that a runner cannot send faster
/// than the store takes. What goes out is bounded: a runner that does not read is cut off, and what did not reach it
/// is given back. No thread waits for an idle stream.
///
/// Start with [LeaseStream].
@NullMarked
package dev.baton.server.stream;

import org.jspecify.annotations.NullMarked;
