package dev.baton.sandbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/// Which process belongs to which box. In this order, a process is of a box if
///
/// 1. it was found to be before, or is in a session of the box;
/// 2. it is a descendant of one that is;
/// 3. its environment names the box;
/// 4. it says nothing (it left its session and cleared its environment), but was started while this box was open, and no other
///    box that is open now was open then.
///
/// What is of no box by this may still be of one of several. It becomes the last one's when the others are closed, or look for
/// the last time: of boxes that end at once, the last to look finds that nobody else is left.
final class Attribution {
    private final Map<Roll, Collection<ProcessEntry>> members = new HashMap<>();

    /// This process, from which all boxes descend.
    ///
    /// @param adopted its children by adoption, and maybe others
    /// @param spared its children that are of no box
    record Self(int pid, int session, Set<Integer> adopted, Set<ProcessEntry.Id> spared) {}

    /// Looks at each process once.
    ///
    /// @param candidates those of the rolls that a process which says nothing can be of
    /// @param markers reads the environment of a process
    Attribution(
            ProcessTable table,
            Collection<Roll> rolls,
            Collection<Roll> candidates,
            Self self,
            IntFunction<Optional<Marker>> markers) {
        Map<ProcessEntry.Id, Roll> byId = new HashMap<>();
        Map<Integer, Roll> bySession = new HashMap<>();
        Map<Marker, Roll> byMarker = new HashMap<>();
        for (Roll roll : rolls) {
            roll.members().forEach(id -> byId.put(id, roll));
            roll.sessions().forEach(session -> bySession.put(session, roll));
            byMarker.put(roll.marker(), roll);
        }
        Map<Roll, List<ProcessEntry>> roots = new HashMap<>();
        // Whatever went wrong, this process is in no box.
        bySession.remove(self.session());
        for (ProcessEntry process : table.all()) {
            owner(process, byId, bySession)
                    .or(
                            () ->
                                    isForeignChild(process, self)
                                            ? markers.apply(process.pid())
                                                    .map(byMarker::get)
                                                    .or(
                                                            () ->
                                                                    onlyPossible(
                                                                            process,
                                                                            candidates,
                                                                            self))
                                            : Optional.empty())
                    .ifPresent(
                            roll ->
                                    roots.computeIfAbsent(roll, _ -> new ArrayList<>())
                                            .add(process));
        }
        roots.forEach(
                (roll, found) ->
                        members.put(
                                roll,
                                table.withDescendants(found).stream()
                                        .filter(process -> process.session() != self.session())
                                        .toList()));
    }

    Collection<ProcessEntry> of(Roll roll) {
        return members.getOrDefault(roll, List.of());
    }

    private static Optional<Roll> owner(
            ProcessEntry process, Map<ProcessEntry.Id, Roll> byId, Map<Integer, Roll> bySession) {
        return Optional.ofNullable(byId.get(process.id()))
                .or(() -> Optional.ofNullable(bySession.get(process.session())));
    }

    /// The session of this process cannot be entered from another: who is in it was never in a box.
    private static boolean isForeignChild(ProcessEntry process, Self self) {
        return process.parent() == self.pid()
                && process.session() != self.session()
                && !self.spared().contains(process.id());
    }

    private static Optional<Roll> onlyPossible(
            ProcessEntry process, Collection<Roll> candidates, Self self) {
        if (!self.adopted().contains(process.pid())) {
            return Optional.empty();
        }
        List<Roll> possible =
                candidates.stream().filter(roll -> roll.canHaveStartedAt(process.start())).toList();
        return possible.size() == 1 ? Optional.of(possible.getFirst()) : Optional.empty();
    }
}
