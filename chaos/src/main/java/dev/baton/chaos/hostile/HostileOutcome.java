package dev.baton.chaos.hostile;

import dev.baton.chaos.StoreKind;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/// What came of it, for each store.
public record HostileOutcome(List<OfStore> stores) {
    /// The p99 of a beat has to stay below this.
    public static final long MAX_BEAT_P99_MS = 1_000;

    public HostileOutcome {
        stores = List.copyOf(stores);
    }

    /// What came of one store.
    ///
    /// @param violations everything that must not be, in words
    public record OfStore(
            StoreKind store,
            List<OfAct> acts,
            OfAct total,
            List<String> violations,
            double seconds) {
        public OfStore {
            acts = List.copyOf(acts);
            violations = List.copyOf(violations);
        }

        private ObjectNode json() {
            var node = total.json();
            node.put("violations", violations.size());
            node.put("seconds", Math.round(seconds * 10) / 10.0);
            var byName = node.putObject("acts");
            acts.forEach(act -> byName.set(act.name(), act.json()));
            return node;
        }
    }

    /// The figures of an act, or of all.
    ///
    /// @param p99 of the beats, in milliseconds, without those whose orchestrator was frozen
    /// @param movedMax the longest of those, in milliseconds
    /// @param clientLate by how much this process itself was late at most, in milliseconds
    public record OfAct(
            String name,
            int beats,
            long p99,
            long max,
            long movedMax,
            long clientLate,
            int leasesLost,
            int innocentFailures,
            int readinessLies,
            Map<String, Long> more) {
        public OfAct {
            more = Map.copyOf(more);
        }

        ObjectNode json() {
            var node =
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("leases_lost", leasesLost)
                            .put("innocent_failures", innocentFailures)
                            .put("readiness_lies", readinessLies)
                            .put("beats", beats)
                            .put("beat_p99_ms", p99)
                            .put("beat_max_ms", max)
                            .put("moved_beat_max_ms", movedMax)
                            .put("client_late_ms", clientLate);
            more.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(figure -> node.put(figure.getKey(), figure.getValue()));
            return node;
        }
    }

    public boolean held() {
        return stores.stream().allMatch(store -> store.violations().isEmpty());
    }

    /// The figures by name: the sum of both stores, of times the worst; below `stores` those of each.
    public ObjectNode json() {
        var node =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("leases_lost", sum(OfAct::leasesLost))
                        .put("innocent_failures", sum(OfAct::innocentFailures))
                        .put("readiness_lies", sum(OfAct::readinessLies))
                        .put("beats", sum(OfAct::beats))
                        .put("beat_p99_ms", worst(OfAct::p99))
                        .put("beat_max_ms", worst(OfAct::max))
                        .put("client_late_ms", worst(OfAct::clientLate))
                        .put(
                                "violations",
                                stores.stream().mapToInt(s -> s.violations().size()).sum());
        var byStore = node.putObject("stores");
        stores.forEach(
                store -> byStore.set(store.store().name().toLowerCase(Locale.ROOT), store.json()));
        return node;
    }

    private int sum(ToIntFunction<OfAct> figure) {
        return stores.stream().map(OfStore::total).mapToInt(figure).sum();
    }

    private long worst(ToLongFunction<OfAct> figure) {
        return stores.stream().map(OfStore::total).mapToLong(figure).max().orElse(0);
    }
}
