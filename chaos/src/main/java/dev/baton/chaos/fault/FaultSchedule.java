package dev.baton.chaos.fault;

import dev.baton.chaos.StoreKind;
import dev.baton.chaos.fault.Fault.Act;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// What goes wrong and when: the same for the same seed.
///
/// @param faults in the order of their time
public record FaultSchedule(List<Fault> faults) {
    private static final Duration SHORTEST_GAP = Duration.ofMillis(500);
    private static final Duration LONGEST_GAP = Duration.ofSeconds(3);
    private static final Duration LEAST = Duration.ofMillis(200);

    /// Three of four are over soon; the others last longer than a lease lives.
    private static final int LONG_ONES = 4;

    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Set<Act> OF_POSTGRES =
            EnumSet.of(Act.CRASH_POSTGRES, Act.RESTART_POSTGRES);

    public FaultSchedule {
        faults = List.copyOf(faults);
    }

    /// Draws a schedule.
    ///
    /// @param time when the last one begins at the latest
    /// @param lease how long a lease lives
    public static FaultSchedule of(long seed, StoreKind store, Duration time, Duration lease) {
        var chance = new SplittableRandom(seed);
        var acts = EnumSet.allOf(Act.class);
        if (store != StoreKind.POSTGRES) {
            acts.removeAll(OF_POSTGRES);
        }
        var faults = new ArrayList<Fault>();
        Duration at = gap(chance);
        while (at.compareTo(time) < 0) {
            faults.add(
                    new Fault(
                            at,
                            draw(acts, chance),
                            chance.nextInt(1 << 16),
                            lasting(chance, lease)));
            at = at.plus(gap(chance));
        }
        return new FaultSchedule(faults);
    }

    private static Duration gap(SplittableRandom chance) {
        return between(SHORTEST_GAP, LONGEST_GAP, chance);
    }

    private static Duration lasting(SplittableRandom chance, Duration lease) {
        return chance.nextInt(LONG_ONES) == 0
                ? between(SHORT, lease.multipliedBy(3).dividedBy(2), chance)
                : between(LEAST, SHORT, chance);
    }

    private static Duration between(Duration least, Duration most, SplittableRandom chance) {
        return Duration.ofMillis(chance.nextLong(least.toMillis(), most.toMillis()));
    }

    private static Act draw(Set<Act> acts, SplittableRandom chance) {
        int left = chance.nextInt(acts.stream().mapToInt(Act::weight).sum());
        for (Act act : acts) {
            left -= act.weight();
            if (left < 0) {
                return act;
            }
        }
        throw new IllegalStateException("weights do not add up");
    }
}
