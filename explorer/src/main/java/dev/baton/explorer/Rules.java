package dev.baton.explorer;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Job;

import java.time.Instant;

/// What is explored: the rules themselves, or the rules with one of them broken on purpose.
@FunctionalInterface
public interface Rules {
    Decision decide(Job job, Command command, Instant now);
}
