/// Every message on every wire: one sealed family of records for each direction, and one codec for each format.
///
/// It refuses to know how a message travels and what is decided about it. Wire types are not core types with
/// annotations: the two change for different reasons.
///
/// Start with what a runner says and what it is told.
@NullMarked
package dev.baton.protocol;

import org.jspecify.annotations.NullMarked;
