package dev.baton.runner.lease;

import dev.baton.protocol.RunnerMessage.ForLease;

/// A message on its way, of which an answer is expected.
///
/// @param sentAt a moment before it was sent, on the monotonic clock: a renewal counts from here
public record Letter(ForLease message, long sentAt) {}
