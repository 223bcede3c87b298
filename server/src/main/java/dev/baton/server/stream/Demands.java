package dev.baton.server.stream;

import dev.baton.core.Capabilities;
import dev.baton.core.LeaseHolder;
import dev.baton.server.runner.Attendance;
import dev.baton.store.Demand;
import dev.baton.store.Engine;
import dev.baton.store.Grant;
import dev.baton.store.Wanted;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// What one runner wants on its stream: jobs of any kind, and jobs of one kind only, each counted by itself.
///
/// [#wanted] is for the thread that works on frames; any thread may close.
final class Demands implements AutoCloseable {
    /// A runner has some executors, not hundreds.
    static final int MOST = 100;

    private final Engine engine;
    private final Attendance register;
    private final LeaseHolder holder;
    private final Capabilities capabilities;
    private final Taker taker;
    private final Map<@Nullable String, Demand> open = new HashMap<>();
    private boolean closed;

    /// Where leases go.
    @FunctionalInterface
    interface Taker {
        /// Takes leases, or says that it cannot.
        ///
        /// @param only what the request was narrowed to that they answer, if it was
        boolean take(List<Grant> grants, @Nullable String only);
    }

    Demands(
            Engine engine,
            Attendance register,
            LeaseHolder holder,
            Capabilities capabilities,
            Taker taker) {
        this.engine = engine;
        this.register = register;
        this.holder = holder;
        this.capabilities = capabilities;
        this.taker = taker;
    }

    /// What a frame asks for.
    ///
    /// @param more jobs by what each request is narrowed to
    List<Wanted> wanted(Map<@Nullable String, Integer> more) {
        var wanted = new ArrayList<Wanted>(more.size());
        more.forEach((only, jobs) -> wanted.add(new Wanted(demand(only), jobs)));
        return wanted;
    }

    /// Whether a request that is narrowed so can be taken.
    synchronized boolean mayAsk(@Nullable String only) {
        return open.containsKey(only) || open.size() < MOST;
    }

    private synchronized Demand demand(@Nullable String only) {
        Demand known = open.get(only);
        if (known != null) {
            return known;
        }
        Capabilities narrowed = only == null ? capabilities : capabilities.onlyFor(only);
        Demand made = engine.demand(holder, narrowed, grants -> taker.take(grants, only));
        if (closed) {
            made.close();
        }
        open.put(only, made);
        if (only != null) {
            register.wants(holder, everything(), 0);
        }
        return made;
    }

    private Capabilities everything() {
        var tags = new HashSet<>(capabilities.tags());
        open.values().forEach(demand -> tags.addAll(demand.capabilities().tags()));
        return Capabilities.of(tags);
    }

    @Override
    public synchronized void close() {
        closed = true;
        open.values().forEach(Demand::close);
    }
}
