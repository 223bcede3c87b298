package dev.baton.server.stream;

import dev.baton.core.InstanceId;
import dev.baton.core.LeaseHolder;
import dev.baton.protocol.LeaseAddress;
import dev.baton.protocol.RunnerMessage.Attach;
import dev.baton.server.runner.Attendance.OtherProcess;

import java.util.Optional;

/// Finds out whether another process of a runner is there when one attaches.
final class SameName {
    private final StreamParts parts;
    private final LeaseHolder holder;

    SameName(StreamParts parts, LeaseHolder holder) {
        this.parts = parts;
        this.holder = holder;
    }

    /// The process because of which this one is refused, if there is one. A process that shows a live lease is not refused, and
    /// neither is one that does not say which it is.
    Optional<OtherProcess> inTheWayOf(Attach attach) {
        InstanceId instance = attach.instance();
        if (instance == null) {
            return Optional.empty();
        }
        return parts.streams()
                .other(holder, instance)
                .map(stream -> new OtherProcess(stream.signs().age()))
                .or(() -> parts.register().arrived(holder, instance))
                .filter(_ -> !showsLiveLease(attach));
    }

    private boolean showsLiveLease(Attach attach) {
        return attach.leases() != null
                && attach.leases().stream()
                        .flatMap(lease -> lease.address().stream())
                        .anyMatch(this::isLive);
    }

    private boolean isLive(LeaseAddress lease) {
        return parts.engine()
                .views()
                .liveLease(lease.job(), lease.ref(), holder.credential())
                .isPresent();
    }
}
