package dev.baton.store;

import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;
import dev.baton.core.RetryPolicy;
import dev.baton.protocol.PlanJson;
import dev.baton.protocol.ProtocolException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.HashMap;
import java.util.Map;

/// Plans that were read before: most jobs are asked for in the same way as many others.
///
/// Not shared. Bounded: when full it starts over.
final class Plans {
    /// Stands for a plan that cannot be read: tampered with, or written by a newer version. Nothing is retried by it.
    static final JobPlan INSTEAD =
            new JobPlan(
                    0,
                    Requirement.NONE,
                    null,
                    RetryPolicy.IMAGE,
                    JobPlan.DEFAULT_MAX_RUNTIME,
                    null);

    private static final int MOST_PLANS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(Plans.class);

    private final Map<String, JobPlan> plans = new HashMap<>();

    /// The plan of a job, or [#INSTEAD].
    JobPlan read(long job, String json) {
        var known = plans.get(json);
        if (known != null) {
            return known;
        }
        if (plans.size() >= MOST_PLANS) {
            plans.clear();
        }
        try {
            var plan = PlanJson.read(json);
            plans.put(json, plan);
            return plan;
        } catch (ProtocolException e) {
            LOG.error("plan could not be read job=job_{} reason={}", job, e.getMessage());
            return INSTEAD;
        }
    }
}
