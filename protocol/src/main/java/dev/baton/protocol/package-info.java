/// Every message on every wire: one sealed family of records for each direction, and one codec for each format.
///
/// It refuses to know how a message travels and what is decided about it. Wire types are not core types with
/// annotations: the two change for different reasons.
///
/// Start with [RunnerMessage] and [OrchestratorMessage], what a runner says and what it is told, then [MessageCodec].
/// A [Field] is defined once for reading and writing; [Fields] is what makes one bad message harmless to the next.
@NullMarked
package dev.baton.protocol;

import org.jspecify.annotations.NullMarked;
