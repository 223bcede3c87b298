package dev.baton.server.runner;

import dev.baton.core.Capabilities;
import dev.baton.core.LeaseHolder;

/// Whoever takes note of which runners are there. Nobody waits for it.
public interface Attendance {
    /// A runner said what it is and how many jobs it executes.
    void saw(LeaseHolder holder, Capabilities capabilities, int capacity);

    /// A runner asked for so many jobs: it can have no fewer at once.
    void wants(LeaseHolder holder, Capabilities capabilities, int jobs);
}
