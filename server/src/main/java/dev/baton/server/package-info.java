/// The orchestrator: HTTP and WebSocket endpoints, dispatch, sweeps, and the wiring between them.
///
/// It refuses to know rules (they are in `core`) and SQL (it is in `store`): it turns messages into commands, and
/// decisions into replies.
///
/// Start with the wiring, which is read from top to bottom.
@NullMarked
package dev.baton.server;

import org.jspecify.annotations.NullMarked;
