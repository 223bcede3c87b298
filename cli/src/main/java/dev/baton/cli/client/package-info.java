/// An orchestrator as a user of its API sees it: requests, events as they happen, logs as they grow.
///
/// It refuses to know commands and terminals. Connections break; what is followed goes on where it was, and no byte is
/// lost or seen twice.
///
/// Start with [Remote], then [RunEvents] and [LogFollow].
@NullMarked
package dev.baton.cli.client;

import org.jspecify.annotations.NullMarked;
