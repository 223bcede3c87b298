/// The agent: obtains leases, executes what they ask for, reports.
///
/// It refuses to know rules: whether a lease is still good is what the orchestrator says, or its own clock.
@NullMarked
package dev.baton.runner;

import org.jspecify.annotations.NullMarked;
