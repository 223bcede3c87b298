package dev.baton.sandbox;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What is known of the processes of one box. Any thread may call it.
final class Roll {
    private final Marker marker;
    private final long openedAt;
    private final Set<ProcessEntry.Id> commands = ConcurrentHashMap.newKeySet();
    private final Set<ProcessEntry.Id> members = ConcurrentHashMap.newKeySet();
    private final Set<Integer> sessions = ConcurrentHashMap.newKeySet();
    private volatile boolean begun;
    private volatile boolean leaving;

    /// An empty one.
    ///
    /// @param openedAt in ticks
    Roll(Marker marker, long openedAt) {
        this.marker = marker;
        this.openedAt = openedAt;
    }

    Marker marker() {
        return marker;
    }

    /// A command is about to be started. Nobody is of a box before.
    void begin() {
        begun = true;
    }

    boolean hasBegun() {
        return begun;
    }

    /// Whether a process that was started then can be of this box, as far as time can tell.
    boolean canHaveStartedAt(long ticks) {
        return begun && openedAt <= ticks;
    }

    /// Whether the box looks for the last time who is in it. Who may be of several boxes is then not left to it any more.
    boolean isLeaving() {
        return leaving;
    }

    void setLeaving(boolean isLeaving) {
        leaving = isLeaving;
    }

    /// A command was started, as the leader of a session.
    void enter(ProcessEntry.Id command) {
        commands.add(command);
        members.add(command);
        sessions.add(command.pid());
    }

    /// The processes that we started ourselves; the others were started by them.
    Set<ProcessEntry.Id> commands() {
        return Set.copyOf(commands);
    }

    Set<ProcessEntry.Id> members() {
        return Set.copyOf(members);
    }

    Set<Integer> sessions() {
        return Set.copyOf(sessions);
    }

    /// These belong to the box: they will be known again when nothing but their id can be told from.
    void add(Collection<ProcessEntry> found) {
        for (ProcessEntry process : found) {
            members.add(process.id());
            sessions.add(process.session());
        }
    }

    /// Forgets what is gone, as ids are used again.
    ///
    /// @param before what was known before the table was read: what came later is not in it, and not gone
    void forget(Known before, ProcessTable table) {
        before.members().stream().filter(id -> table.find(id).isEmpty()).forEach(members::remove);
        before.members().stream().filter(id -> table.find(id).isEmpty()).forEach(commands::remove);
        before.sessions().stream()
                .filter(session -> !table.hasSession(session))
                .forEach(sessions::remove);
    }

    Known known() {
        return new Known(members(), sessions());
    }

    /// What was known at one time.
    record Known(Set<ProcessEntry.Id> members, Set<Integer> sessions) {}
}
