package dev.baton.protocol.submit;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// The tags that a job requires because of the rest of what it says: nobody has to name them.
final class ImpliedTags {
    private ImpliedTags() {}

    /// @param executor whose function it calls; null or empty if it calls none
    static List<String> of(
            boolean isIsolated, boolean isWithoutNetwork, @Nullable String executor) {
        var tags = new ArrayList<String>();
        if (isIsolated) {
            tags.add("isolation=" + SpecReader.BUBBLEWRAP);
        }
        if (isWithoutNetwork) {
            tags.add("network=" + SpecReader.NO_NETWORK);
        }
        if (executor != null && !executor.isEmpty()) {
            tags.add("executor=" + executor);
        }
        return tags;
    }
}
