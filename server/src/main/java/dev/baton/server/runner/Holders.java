package dev.baton.server.runner;

import dev.baton.core.LeaseHolder;
import dev.baton.core.RunnerId;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Problem;

/// Who a caller may speak for.
public final class Holders {
    private Holders() {}

    /// The runner with this id, as far as the token allows to be it.
    public static LeaseHolder of(Caller caller, RunnerId runner) {
        if (!mayBe(caller, runner)) {
            throw Problem.of(403, "OTHER_RUNNER", "the token belongs to another runner_id")
                    .asException();
        }
        return new LeaseHolder(runner, caller.leaseCredential());
    }

    public static boolean mayBe(Caller caller, RunnerId runner) {
        return caller.runner() == null || caller.runner().equals(runner.value());
    }
}
