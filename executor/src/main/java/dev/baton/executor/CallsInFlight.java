package dev.baton.executor;

import dev.baton.executor.wire.CancelRequest;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/// All calls that are executed, of all connections, each under the id of its request.
final class CallsInFlight {
    private final ConcurrentMap<String, Call> calls = new ConcurrentHashMap<>();

    /// Adds a call.
    ///
    /// @return the one that has its id already, or null if it was added
    @Nullable Call add(Call call) {
        return calls.putIfAbsent(call.requestId(), call);
    }

    void remove(Call call) {
        calls.remove(call.requestId(), call);
    }

    boolean has(String requestId) {
        return calls.containsKey(requestId);
    }

    /// Ends the call that is meant, or all of the job if none is named. Nothing happens if there is none.
    void cancel(CancelRequest cancel) {
        String requestId = cancel.requestId();
        if (requestId == null) {
            endAll(call -> call.jobId().equals(cancel.jobId()), Call.Ending.CANCELLED);
            return;
        }
        Call call = calls.get(requestId);
        if (call != null && call.jobId().equals(cancel.jobId())) {
            call.end(Call.Ending.CANCELLED);
        }
    }

    void endAll(Predicate<Call> which, Call.Ending why) {
        for (Call call : calls.values()) {
            if (which.test(call)) {
                call.end(why);
            }
        }
    }

    /// Those of this moment, to look at.
    Collection<Call> all() {
        return Collections.unmodifiableCollection(calls.values());
    }
}
