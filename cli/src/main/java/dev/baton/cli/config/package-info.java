/// Where a command finds out which orchestrator it talks to, as whom, and what a runner is told.
///
/// It refuses to talk to anyone. A token is only ever shown to the server that it was stored for.
///
/// Start with [ClientSetting], [RunnerSetting] and [Credentials].
@NullMarked
package dev.baton.cli.config;

import org.jspecify.annotations.NullMarked;
