package dev.baton.sandbox;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Counts who lives in which box, for all boxes of this process: there is one, because orphans are adopted by the process as
/// a whole. Any thread may call it.
///
/// Orphans become children of our first thread, the one that started the JVM and waits for its end. The list of its children is
/// exact when it is empty: an orphan is on it before its parent is seen to have ended. So there are two ways to look. [#take]
/// reads the table of all processes, and finds everybody who stands still for as long as that takes. [#strangers] reads the
/// one list, and tells whether somebody was missed.
final class Census {
    static final Census OF_THIS_PROCESS = new Census();

    /// How often the lists of children are read for one that is on none of them.
    private static final int EXPLAIN_ROUNDS = 10;

    /// How often the list of adopted children is read until nobody was passed over.
    private static final int LIST_ROUNDS = 10;

    private final ProcessEntry self =
            ProcessEntry.read((int) ProcessHandle.current().pid())
                    .orElseThrow(() -> new SandboxException("the sandbox needs " + Kernel.NEEDED));
    private final Set<Roll> rolls = ConcurrentHashMap.newKeySet();

    /// Children of this process that are of no box, for as long as they live.
    private final Set<ProcessEntry.Id> spared = ConcurrentHashMap.newKeySet();

    /// Children of this process that are of no box, or are left to one that stays, when the table was read last.
    private volatile Bystanders bystanders = new Bystanders(0, Set.of());

    /// How many boxes were closed or began to leave: whoever could have been of one of them may now be told to be of another.
    private final AtomicLong closings = new AtomicLong();

    private final Zombies zombies = new Zombies();

    private final Becoming becoming = new Becoming();

    private Census() {
        Kernel.adoptOrphans();
    }

    ProcessEntry self() {
        return self;
    }

    void open(Roll roll) {
        rolls.add(roll);
    }

    /// A box is about to look for the last time who is in it: from now on others do not count on it.
    void leave(Roll roll) {
        roll.setLeaving(true);
        closings.incrementAndGet();
    }

    /// It was not the last time.
    void stay(Roll roll) {
        roll.setLeaving(false);
    }

    void close(Roll roll) {
        rolls.remove(roll);
        closings.incrementAndGet();
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
        return take(_ -> true);
    }

    /// @param candidates whom a process can be left to that may be of several boxes
    private Attribution take(Predicate<Roll> candidates) {
        // First of all: whoever begins to leave after this makes what we remember of bystanders
        // void.
        long closingsBefore = closings.get();
        Map<Roll, Roll.Known> before =
                rolls.stream().collect(Collectors.toMap(roll -> roll, Roll::known));
        ProcessTable table = ProcessTable.read();
        Set<Integer> adopted = adopted();
        explainChildren(table, adopted);
        Attribution found =
                new Attribution(
                        table,
                        rolls,
                        rolls.stream().filter(candidates).toList(),
                        new Attribution.Self(
                                self.pid(), self.session(), adopted, Set.copyOf(spared)),
                        ProcessTable::markerOf);
        for (Roll roll : rolls) {
            roll.add(found.of(roll));
        }
        before.forEach((roll, known) -> roll.forget(known, table));
        bystanders = new Bystanders(closingsBefore, bystanders(table, found));
        Set<ProcessEntry.Id> commands = commands();
        zombies.reapOld(
                table.childrenOf(self.pid()).stream()
                        .filter(child -> isNobodysZombie(child, commands))
                        .toList());
        return found;
    }

    /// Who of this box has not ended.
    List<ProcessEntry> alive(Roll roll) {
        return take(other -> other == roll || !other.isLeaving()).of(roll).stream()
                .filter(process -> !process.isZombie())
                .toList();
    }

    /// Who may be of this box, and is not on any roll: an orphan that was not there yet when the table was read, or has ended
    /// since.
    List<ProcessEntry> strangers(Roll roll) {
        Set<Integer> children = adopted();
        if (children.isEmpty()) {
            return List.of();
        }
        Set<ProcessEntry.Id> known = new HashSet<>(roll.commands());
        known.addAll(spared);
        known.addAll(bystanders.asOf(closings.get()));
        Set<Integer> otherSessions = new HashSet<>();
        for (Roll other : rolls) {
            if (other != roll) {
                known.addAll(other.members());
                otherSessions.addAll(other.sessions());
            }
        }
        // Of boxes that end at once, each takes the last ones for its own.
        Roll.Known own = roll.known();
        known.removeAll(own.members());
        known.addAll(roll.commands());
        otherSessions.removeAll(own.sessions());
        otherSessions.add(self.session());
        return children.stream()
                .map(ProcessEntry::read)
                .flatMap(Optional::stream)
                .filter(child -> !otherSessions.contains(child.session()))
                .filter(child -> !known.contains(child.id()))
                .filter(child -> roll.canHaveStartedAt(child.start()))
                .filter(child -> child.isZombie() || namesNoOther(child, roll))
                .toList();
    }

    /// Orphans whose environment names a box of this instance that is closed: they were missed when it ended.
    List<ProcessEntry> strays(String instance) {
        return adopted().stream()
                .map(ProcessEntry::read)
                .flatMap(Optional::stream)
                .filter(child -> !child.isZombie() && child.session() != self.session())
                .filter(
                        child ->
                                ProcessTable.markerOf(child.pid())
                                        .filter(marker -> marker.isOf(instance))
                                        // Looked for after it was read: a box is open before its
                                        // first process.
                                        .filter(this::isClosed)
                                        .isPresent())
                .toList();
    }

    private boolean isClosed(Marker marker) {
        return rolls.stream().noneMatch(roll -> roll.marker().equals(marker));
    }

    /// Whether its environment names no other box that is open: one that is closed cannot end it any more.
    private boolean namesNoOther(ProcessEntry process, Roll roll) {
        return ProcessTable.markerOf(process.pid())
                .filter(
                        marker ->
                                rolls.stream()
                                        .anyMatch(
                                                other ->
                                                        other != roll
                                                                && other.marker().equals(marker)))
                .isEmpty();
    }

    /// Takes note of the end of strangers, in a box in which nothing is started any more.
    ///
    /// @return whether there were none: then nothing is left of the box
    boolean settle(Roll roll) {
        List<ProcessEntry> strangers = strangers(roll);
        Roll.Known known = roll.known();
        List<ProcessEntry> ended = strangers.stream().filter(ProcessEntry::isZombie).toList();
        ended.stream()
                .filter(
                        zombie ->
                                known.members().contains(zombie.id())
                                        || known.sessions().contains(zombie.session()))
                .forEach(zombie -> Kernel.reap(zombie.pid()));
        zombies.reapSoon(ended);
        return strangers.isEmpty();
    }

    /// The children of our first thread; where the kernel does not tell, all our children. The kernel passes over some if others
    /// that it has listed are gone before it is done: so nobody was, if all of them are still there when it is asked again.
    private Set<Integer> adopted() {
        Set<Integer> listed = listed();
        Set<Integer> all = new HashSet<>(listed);
        boolean isExact = listed.isEmpty();
        for (int round = 1; !isExact && round < LIST_ROUNDS; round++) {
            Set<Integer> again = listed();
            isExact = again.containsAll(listed);
            all.addAll(again);
            listed = again;
        }
        return all;
    }

    private Set<Integer> listed() {
        return ProcessTable.childrenOfThread(self.pid(), self.pid())
                .orElseGet(
                        () ->
                                ProcessTable.read().childrenOf(self.pid()).stream()
                                        .map(ProcessEntry::pid)
                                        .collect(Collectors.toSet()));
    }

    private Set<ProcessEntry.Id> bystanders(ProcessTable table, Attribution found) {
        Set<ProcessEntry.Id> ids = new HashSet<>();
        table.childrenOf(self.pid()).stream()
                .filter(child -> !child.isZombie())
                .filter(child -> !isLeftToThoseWhoLeave(child))
                .forEach(child -> ids.add(child.id()));
        rolls.forEach(roll -> found.of(roll).forEach(member -> ids.remove(member.id())));
        becoming.forgetAllBut(ids);
        ids.removeIf(becoming::includes);
        return ids;
    }

    private boolean isLeftToThoseWhoLeave(ProcessEntry child) {
        List<Roll> possible =
                rolls.stream().filter(roll -> roll.canHaveStartedAt(child.start())).toList();
        return !possible.isEmpty() && possible.stream().allMatch(Roll::isLeaving);
    }

    /// Tells the children that were adopted from those that we started. Only being on a list says something, as each passes over some
    /// now and then.
    ///
    /// @param adopted those that are known to be; gets the others
    private void explainChildren(ProcessTable table, Set<Integer> adopted) {
        Set<ProcessEntry.Id> commands = commands();
        List<ProcessEntry> open =
                table.childrenOf(self.pid()).stream()
                        .filter(child -> child.session() != self.session())
                        .filter(child -> !commands.contains(child.id()))
                        .toList();
        spared.removeIf(id -> table.find(id).isEmpty());
        for (int round = 0; round < EXPLAIN_ROUNDS; round++) {
            open =
                    open.stream()
                            .filter(child -> !adopted.contains(child.pid()))
                            .filter(child -> !spared.contains(child.id()))
                            .filter(child -> ProcessEntry.read(child.pid()).isPresent())
                            .toList();
            if (open.isEmpty()) {
                return;
            }
            spareChildrenByBirth(open);
            adopted.addAll(adopted());
        }
    }

    /// A child of any other thread than the first was started by us. It is remembered, because it becomes a child of the first
    /// when its thread ends, and could then be taken for an orphan of a box.
    private void spareChildrenByBirth(List<ProcessEntry> children) {
        Set<Integer> ours = ProcessTable.childrenOfOtherThreads(self.pid());
        children.stream()
                .filter(child -> ours.contains(child.pid()))
                .filter(child -> ProcessTable.markerOf(child.pid()).isEmpty())
                .forEach(child -> spared.add(child.id()));
    }

    private boolean isNobodysZombie(ProcessEntry child, Set<ProcessEntry.Id> commands) {
        return child.isZombie()
                && child.session() != self.session()
                && !spared.contains(child.id())
                && !commands.contains(child.id());
    }

    private Set<ProcessEntry.Id> commands() {
        Set<ProcessEntry.Id> commands = new HashSet<>();
        rolls.forEach(roll -> commands.addAll(roll.commands()));
        return commands;
    }

    private record Bystanders(long closings, Set<ProcessEntry.Id> ids) {
        /// None once a box was closed, until the table is read again.
        Set<ProcessEntry.Id> asOf(long closingsNow) {
            return closings == closingsNow ? ids : Set.of();
        }
    }

    /// Processes that are just becoming another program: whose they are can be told in a moment. One that takes longer, or only looks
    /// so, is in nobody's way.
    private static final class Becoming {
        private static final long MOST_TICKS = Kernel.TICKS_PER_SECOND;

        private final Map<ProcessEntry.Id, Long> since = new ConcurrentHashMap<>();

        void forgetAllBut(Set<ProcessEntry.Id> processes) {
            since.keySet().retainAll(processes);
        }

        boolean includes(ProcessEntry.Id process) {
            if (!ProcessTable.isBeingReplaced(process.pid())) {
                since.remove(process);
                return false;
            }
            long now = Kernel.ticks(Kernel.uptime());
            return now - since.computeIfAbsent(process, _ -> now) < MOST_TICKS;
        }
    }

    /// Adopted children that have ended. Whether somebody else waits for them, we cannot know; but who waits does so at once.
    private static final class Zombies {
        private static final long TICKS_UNTIL_OLD = Kernel.TICKS_PER_SECOND;
        private static final long TICKS_UNTIL_FORGOTTEN_BY_ALL = Kernel.TICKS_PER_SECOND / 20;

        private final Map<ProcessEntry.Id, Long> since = new HashMap<>();

        /// @param all that there are
        synchronized void reapOld(Collection<ProcessEntry> all) {
            since.keySet()
                    .retainAll(all.stream().map(ProcessEntry::id).collect(Collectors.toSet()));
            reap(all, TICKS_UNTIL_OLD);
        }

        /// Those of a box that somebody is waiting to see the end of.
        synchronized void reapSoon(Collection<ProcessEntry> some) {
            reap(some, TICKS_UNTIL_FORGOTTEN_BY_ALL);
        }

        private void reap(Collection<ProcessEntry> ended, long age) {
            long now = Kernel.ticks(Kernel.uptime());
            for (ProcessEntry zombie : ended) {
                if (now - since.computeIfAbsent(zombie.id(), _ -> now) >= age) {
                    Kernel.reap(zombie.pid());
                }
            }
        }
    }
}
