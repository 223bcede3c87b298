package dev.baton.server.stream;

import dev.baton.core.Capabilities;
import dev.baton.core.LeaseHolder;
import dev.baton.store.Demand;

/// Who is at the other end, and the work it wants.
record Attachment(LeaseHolder holder, Capabilities capabilities, Demand demand) {}
