package dev.baton.server.runner;

import dev.baton.core.LeaseTerms;
import dev.baton.protocol.JobSpec;
import dev.baton.protocol.OrchestratorMessage.LeaseGranted;
import dev.baton.store.Grant;

import org.jspecify.annotations.Nullable;

/// Tells a runner of a lease: with the job's spec in it, or where to fetch it when it is large.
public final class Grants {
    /// Where a large spec is, for whoever shows the lease.
    public static final String SPEC_PATH = "/v1/runner/spec";

    private static final int MOST_EMBEDDED_CHARACTERS = 64 << 10;

    private final LeaseTerms terms;
    private final Observer observer;

    public Grants(LeaseTerms terms) {
        this(terms, _ -> null);
    }

    public Grants(LeaseTerms terms, Observer observer) {
        this.terms = terms;
        this.observer = observer;
    }

    /// Hears of each lease before its runner does.
    @FunctionalInterface
    public interface Observer {
        /// A lease was granted. Must not block.
        ///
        /// @return the span that the runner's work belongs to, as a `traceparent`; null if there is none
        @Nullable String granted(Grant grant);
    }

    /// What a runner is told of its lease.
    ///
    /// @param only what the runner's request was narrowed to, if it was
    public LeaseGranted told(Grant grant, @Nullable String only) {
        return new LeaseGranted(
                grant.job(),
                grant.run(),
                grant.leaseId(),
                new LeaseGranted.Times(grant.ttl(), terms.heartbeatInterval(), grant.maxRuntime()),
                grant.spec().length() <= MOST_EMBEDDED_CHARACTERS
                        ? new JobSpec.Embedded(grant.spec())
                        : new JobSpec.Referenced(SPEC_PATH),
                null,
                new LeaseGranted.Turn(
                        grant.attempt(),
                        grant.epoch(),
                        grant.created(),
                        only,
                        grant.acknowledged(),
                        observer.granted(grant)));
    }
}
