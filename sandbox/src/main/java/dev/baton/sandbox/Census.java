package dev.baton.sandbox;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Counts who lives in which box, for all boxes of this process: there is one, because orphans are adopted by the process as
/// a whole. Any thread may call it.
final class Census {
    static final Census OF_THIS_PROCESS = new Census();

    /// A child of ours that somebody else waits for is a zombie for less than this.
    private static final long TICKS_UNTIL_REAPED = Kernel.TICKS_PER_SECOND;

    private final ProcessEntry self =
            ProcessEntry.read((int) ProcessHandle.current().pid())
                    .orElseThrow(() -> new SandboxException("the sandbox needs Linux, with /proc"));
    private final int pid = self.pid();
    private final int session = self.session();
    private final Set<Roll> rolls = ConcurrentHashMap.newKeySet();
    private final Set<ProcessEntry.Id> spared = ConcurrentHashMap.newKeySet();
    private final Map<ProcessEntry.Id, Long> zombiesSince = new ConcurrentHashMap<>();

    private Census() {
        Kernel.adoptOrphans();
    }

    ProcessEntry self() {
        return self;
    }

    void open(Roll roll) {
        rolls.add(roll);
    }

    void close(Roll roll) {
        rolls.remove(roll);
    }

    /// A child of this process that is of no box.
    void spare(ProcessEntry.Id process) {
        spared.add(process);
    }

    void spareNoLonger(ProcessEntry.Id process) {
        spared.remove(process);
    }

    /// Reads the table of processes, and remembers whom it found.
    Attribution take() {
        Map<Roll, Roll.Known> before =
                rolls.stream().collect(Collectors.toMap(roll -> roll, Roll::known));
        ProcessTable table = ProcessTable.read();
        Set<Integer> adopted = adopted(table);
        spareChildrenByBirth(table, adopted);
        Attribution found =
                new Attribution(
                        table,
                        rolls,
                        new Attribution.Self(pid, session, adopted, Set.copyOf(spared)),
                        ProcessTable::markerOf);
        for (Roll roll : rolls) {
            roll.add(found.of(roll));
        }
        before.forEach((roll, known) -> roll.forget(known, table));
        reapOld(table);
        return found;
    }

    /// Who of this box has not ended.
    List<ProcessEntry> alive(Roll roll) {
        return take().of(roll).stream().filter(process -> !process.isZombie()).toList();
    }

    /// Takes note of the end of the orphans of a box, in which nothing is started any more.
    void reap(Roll roll) {
        Set<ProcessEntry.Id> commands = roll.commands();
        for (ProcessEntry process : take().of(roll)) {
            if (process.isZombie() && process.parent() == pid && !commands.contains(process.id())) {
                Kernel.reap(process.pid());
            }
        }
    }

    /// Whether it is certain, at the cost of reading one file, that nothing is left of a box whose commands have ended: what
    /// they left behind would be an orphan, or descend from one, and orphans are children of our first thread.
    ///
    /// That thread is the one that started the JVM, and waits for its end.
    boolean isCertainlyEmpty(Roll roll) {
        return ProcessTable.childrenOfThread(pid, pid)
                .map(children -> ofOthers(roll).containsAll(children))
                .orElse(false);
    }

    private Set<Integer> ofOthers(Roll roll) {
        Set<Integer> pids = new HashSet<>();
        spared.forEach(id -> pids.add(id.pid()));
        rolls.stream()
                .filter(other -> other != roll)
                .forEach(other -> other.members().forEach(id -> pids.add(id.pid())));
        return pids;
    }

    private Set<Integer> adopted(ProcessTable table) {
        return ProcessTable.childrenOfThread(pid, pid)
                .map(Set::copyOf)
                .orElseGet(() -> pids(table.childrenOf(pid)));
    }

    private static Set<Integer> pids(Collection<ProcessEntry> processes) {
        return processes.stream().map(ProcessEntry::pid).collect(Collectors.toSet());
    }

    /// A child of any other thread than the first was started by us. It is remembered, because it becomes a child of the first
    /// when its thread ends, and could then be taken for an orphan of a box.
    private void spareChildrenByBirth(ProcessTable table, Set<Integer> adopted) {
        Set<ProcessEntry.Id> commands = new HashSet<>();
        rolls.forEach(roll -> commands.addAll(roll.commands()));
        for (ProcessEntry child : table.childrenOf(pid)) {
            if (!adopted.contains(child.pid())
                    && child.session() != session
                    && !commands.contains(child.id())
                    && ProcessTable.markerOf(child.pid()).isEmpty()) {
                spared.add(child.id());
            }
        }
        spared.removeIf(id -> table.find(id).isEmpty());
    }

    /// Whatever is our child, has ended, and nobody else waits for.
    private void reapOld(ProcessTable table) {
        Set<ProcessEntry.Id> commands = new HashSet<>();
        rolls.forEach(roll -> commands.addAll(roll.commands()));
        long now = Kernel.ticks(Kernel.uptime());
        Map<ProcessEntry.Id, Long> seen = new HashMap<>();
        for (ProcessEntry child : table.childrenOf(pid)) {
            if (child.isZombie()
                    && child.session() != session
                    && !commands.contains(child.id())
                    && !spared.contains(child.id())) {
                seen.put(child.id(), zombiesSince.getOrDefault(child.id(), now));
            }
        }
        zombiesSince.keySet().retainAll(seen.keySet());
        zombiesSince.putAll(seen);
        seen.forEach(
                (id, since) -> {
                    if (now - since >= TICKS_UNTIL_REAPED) {
                        Kernel.reap(id.pid());
                    }
                });
    }
}
