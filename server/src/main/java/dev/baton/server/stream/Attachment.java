package dev.baton.server.stream;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;

import org.jspecify.annotations.Nullable;

/// Who is at the other end, and the work it wants.
///
/// @param instance which process of the runner, if it says so
record Attachment(
        LeaseHolder holder,
        @Nullable InstanceId instance,
        Capabilities capabilities,
        Demands demands) {}
