package dev.baton.server.stream;

import dev.baton.core.Capabilities;
import dev.baton.core.InstanceId;
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
import java.util.Objects;

/// What one runner wants on its stream: jobs of any kind, and jobs of one kind only, each counted by itself.
///
/// [#wanted] is for the thread that works on frames; any thread may close.
final class Demands implements AutoCloseable {
    /// A runner has some executors, not hundreds.
    static final int MOST = 100;

    private final Engine engine;
    private final Attendance register;
    private final LeaseHolder holder;
    private final @Nullable InstanceId instance;
    private final Capabilities capabilities;
    private final Taker taker;
    private final Map<Kind, Demand> open = new HashMap<>();
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
            @Nullable InstanceId instance,
            Capabilities capabilities,
            Taker taker) {
        this.engine = engine;
        this.register = register;
        this.holder = holder;
        this.instance = instance;
        this.capabilities = capabilities;
        this.taker = taker;
    }

    /// What a frame asks for.
    ///
    /// @param more how many jobs of each kind
    List<Wanted> wanted(Map<Kind, Integer> more) {
        var wanted = new ArrayList<Wanted>(more.size());
        more.forEach((kind, jobs) -> wanted.add(new Wanted(demand(kind), jobs)));
        return wanted;
    }

    /// Whether a request of this kind can be taken.
    synchronized boolean mayAsk(Kind kind) {
        return open.containsKey(kind) || open.size() < MOST;
    }

    /// Ends what was asked for with requests that were narrowed so. What comes too late for that is given back.
    synchronized void withdraw(@Nullable String only) {
        open.entrySet()
                .removeIf(
                        asked -> {
                            boolean ends = Objects.equals(asked.getKey().only(), only);
                            if (ends) {
                                asked.getValue().close();
                            }
                            return ends;
                        });
    }

    private synchronized Demand demand(Kind kind) {
        Demand known = open.get(kind);
        if (known != null) {
            return known;
        }
        String only = kind.only();
        Capabilities narrowed = only == null ? capabilities : capabilities.onlyFor(only);
        Demand made =
                engine.demand(
                        holder,
                        instance,
                        narrowed,
                        kind.ackOnGrant(),
                        grants -> taker.take(grants, only));
        if (closed) {
            made.close();
        }
        open.put(kind, made);
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
