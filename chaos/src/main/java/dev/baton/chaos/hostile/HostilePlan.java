package dev.baton.chaos.hostile;

import dev.baton.chaos.StoreKind;
import dev.baton.chaos.hostile.act.Act;
import dev.baton.chaos.hostile.act.Scale;

import java.util.HashSet;
import java.util.List;

/// What is asked for.
///
/// @param acts the names of the acts to be done; all if it is empty
/// @param keep whether the directory stays also when everything held
public record HostilePlan(List<StoreKind> stores, Scale scale, List<String> acts, boolean keep) {
    public HostilePlan {
        stores = List.copyOf(stores);
        acts = List.copyOf(acts);
        var known = Act.all().stream().map(Act::name).toList();
        var unknown = new HashSet<>(acts);
        known.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "--act: expected any of %s, got %s"
                            .formatted(String.join(", ", known), String.join(", ", unknown)));
        }
    }

    boolean includes(Act act) {
        return acts.isEmpty() || acts.contains(act.name());
    }
}
