package dev.baton.chaos.hostile;

import dev.baton.chaos.hostile.HostileOutcome.OfAct;
import dev.baton.chaos.hostile.load.BeatLog;
import dev.baton.chaos.hostile.load.BeatLog.Beat;
import dev.baton.chaos.hostile.load.ClientLag;
import dev.baton.chaos.hostile.load.Findings;
import dev.baton.chaos.hostile.load.ReadinessWatch;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Makes figures of all that was noted.
record ActFigures(BeatLog log, ClientLag lag, Findings findings, ReadinessWatch readiness) {

    OfAct of(String act) {
        return of(act, Set.of(act), findings.figures(act));
    }

    /// The sum of some acts.
    OfAct total(Set<String> acts) {
        return of("total", acts, Map.of());
    }

    private OfAct of(String name, Set<String> acts, Map<String, Long> more) {
        long now = System.nanoTime();
        var beats = log.beats().stream().filter(beat -> acts.contains(beat.act())).toList();
        var home = millis(beats.stream().filter(beat -> !beat.isMoved()).toList(), now);
        var moved = millis(beats.stream().filter(Beat::isMoved).toList(), now);
        return new OfAct(
                name,
                beats.size(),
                percentile99(home),
                home.isEmpty() ? 0 : home.getLast(),
                moved.isEmpty() ? 0 : moved.getLast(),
                acts.stream()
                        .mapToLong(act -> TimeUnit.NANOSECONDS.toMillis(lag.worst(act)))
                        .max()
                        .orElse(0),
                (int) log.lost().stream().filter(lost -> acts.contains(lost.act())).count(),
                (int)
                        findings.found().stream()
                                .filter(one -> one.kind() == Findings.Kind.INNOCENT)
                                .filter(one -> acts.contains(one.act()))
                                .count(),
                (int) readiness.lies().stream().filter(lie -> acts.contains(lie.act())).count(),
                more);
    }

    private static List<Long> millis(List<Beat> beats, long now) {
        return beats.stream()
                .map(beat -> TimeUnit.NANOSECONDS.toMillis(beat.nanos(now)))
                .sorted()
                .toList();
    }

    /// The smallest time that 99 of 100 beats did not exceed.
    static long percentile99(List<Long> sorted) {
        if (sorted.isEmpty()) {
            return 0;
        }
        int index = (int) Math.ceil(sorted.size() * 0.99) - 1;
        return sorted.get(index);
    }
}
