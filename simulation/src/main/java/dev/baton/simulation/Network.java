package dev.baton.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The ways between processes: each takes its time, and may be cut for a while. What was under way arrives when it is whole
/// again, as TCP would have it.
final class Network {
    private final World world;
    private final Map<List<String>, Long> cuts = new HashMap<>();
    private double slowness = 1;
    private long messages;

    Network(World world) {
        this.world = world;
    }

    /// From now on messages take so many times longer.
    void slow(double factor) {
        slowness = factor;
    }

    void cut(SimulatedProcess a, SimulatedProcess b, long until) {
        cuts.merge(way(a.name, b.name), until, Math::max);
    }

    void heal() {
        cuts.clear();
        slowness = 1;
    }

    boolean isCut(String a, String b) {
        return healsAt(a, b) > world.timeline().now();
    }

    long healsAt(String a, String b) {
        return cuts.getOrDefault(way(a, b), 0L);
    }

    private static List<String> way(String a, String b) {
        return a.compareTo(b) < 0 ? List.of(a, b) : List.of(b, a);
    }

    /// How long the next message takes: mostly a moment, now and then a second.
    long latency() {
        messages++;
        double seconds = world.chance().untilNext(0.002) * slowness;
        return Timeline.seconds(0.0001 + (world.chance().happens(0.01) ? seconds * 200 : seconds));
    }

    /// A process died. Mostly its machine tells the other end, sometimes nobody does.
    void lose(Connection connection, SimulatedProcess died) {
        if (world.chance().happens(0.8)) {
            connection.close(died);
        } else {
            connection.vanish(died);
        }
    }

    long messages() {
        return messages;
    }
}
