package dev.baton.chaos.hostile.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// Every beat of a run: when it was sent, where, and when it was accepted. Any thread may use it.
public final class BeatLog {
    private static final long OPEN = Long.MIN_VALUE;

    private final AtomicReference<String> act = new AtomicReference<>("start");
    private final List<Beat> beats = new ArrayList<>();
    private final List<Lost> lost = new ArrayList<>();

    /// A heartbeat, from its first send until an orchestrator accepted it.
    public static final class Beat {
        private final String act;
        private final int orchestrator;
        private final long sent;
        private volatile long accepted = OPEN;
        private volatile boolean moved;

        Beat(String act, int orchestrator, long sent) {
            this.act = act;
            this.orchestrator = orchestrator;
            this.sent = sent;
        }

        /// The act during which it was sent.
        public String act() {
            return act;
        }

        /// The orchestrator to which it was sent first.
        public int orchestrator() {
            return orchestrator;
        }

        public long sent() {
            return sent;
        }

        public boolean isOpen() {
            return accepted == OPEN;
        }

        public long accepted() {
            return accepted;
        }

        /// Its orchestrator was frozen when it was sent: another one had to answer it.
        public boolean isMoved() {
            return moved;
        }

        void moved() {
            moved = true;
        }

        /// How long it took, or has taken so far.
        public long nanos(long now) {
            return (isOpen() ? now : accepted) - sent;
        }
    }

    /// A lease that ended although its holder was beating.
    public record Lost(String act, String job, String why) {}

    /// From now on beats belong to this act.
    public void enter(String name) {
        act.set(name);
    }

    String act() {
        return act.get();
    }

    synchronized Beat begin(int orchestrator) {
        var beat = new Beat(act.get(), orchestrator, System.nanoTime());
        beats.add(beat);
        return beat;
    }

    void accepted(Beat beat) {
        beat.accepted = System.nanoTime();
    }

    /// The lease of a beat is gone: there will be no answer.
    synchronized void lost(Beat beat, String job, String why) {
        lost.add(new Lost(act.get(), job, why));
        beats.remove(beat);
    }

    synchronized void lost(String job, String why) {
        lost.add(new Lost(act.get(), job, why));
    }

    /// A beat that will not be answered because its client stops.
    synchronized void abandoned(Beat beat) {
        beats.remove(beat);
    }

    public synchronized List<Beat> beats() {
        return List.copyOf(beats);
    }

    public synchronized List<Lost> lost() {
        return List.copyOf(lost);
    }

    /// How many beats have waited for their answer for longer than this.
    public synchronized long openFor(long nanos) {
        long now = System.nanoTime();
        return beats.stream().filter(beat -> beat.isOpen() && now - beat.sent() > nanos).count();
    }
}
