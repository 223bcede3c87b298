package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.JobState;
import dev.baton.core.LeaseHolder;

import java.util.HashMap;
import java.util.Map;

/// Which runners took what they were granted in one transaction, and which did not.
final class Taking {
    private final Map<LeaseHolder, Integer> missed = new HashMap<>(0);
    private final Map<LeaseHolder, Integer> worked = new HashMap<>(0);

    /// A command was accepted.
    ///
    /// @param before the state of the job when it came
    /// @param watched whether some runner has to wait, so that results matter
    void accepted(JobState before, Command command, Decision.Accept accept, boolean watched) {
        switch (command) {
            case Command.Retract retract -> missed.merge(retract.by(), 1, Integer::sum);
            case Command.Release release -> missed.merge(release.by(), 1, Integer::sum);
            case Command.Disown disown -> missed.merge(disown.by(), 1, Integer::sum);
            case Command.Complete complete when watched ->
                    worked.merge(complete.by(), 1, Integer::sum);
            case Command.Sweep _ when isUnacknowledged(before, accept) ->
                    missed.merge(((JobState.Leased) before).lease().holder(), 1, Integer::sum);
            case Command.LeaseMessage _,
                    Command.Claim _,
                    Command.NeedMet _,
                    Command.NeedFailed _,
                    Command.Admit _,
                    Command.Discard _,
                    Command.Cancel _,
                    Command.Sweep _ -> {}
        }
    }

    private static boolean isUnacknowledged(JobState before, Decision.Accept accept) {
        return before instanceof JobState.Leased
                && accept.next().state() instanceof JobState.Queued;
    }

    /// The transaction was committed.
    void settle(GrantBackoff backoff) {
        missed.forEach(backoff::missed);
        worked.forEach(backoff::worked);
    }
}
