package dev.baton.server.stream;

import dev.baton.core.Capabilities;
import dev.baton.core.LeaseHolder;

/// Who is at the other end, and the work it wants.
record Attachment(LeaseHolder holder, Capabilities capabilities, Demands demands) {}
