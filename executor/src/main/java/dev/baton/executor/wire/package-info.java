/// The wire of the executor protocol: frames of length and JSON, and the three messages that travel in them.
///
/// Bytes become frames in [FrameReader], frames become an [ExecutorMessage] in [EnvelopeCodec]; [FrameWriter] is the way back.
/// Start with [ExecutorMessage]. The package refuses to know sockets, processes, and what anybody does with a message.
@NullMarked
package dev.baton.executor.wire;

import org.jspecify.annotations.NullMarked;
