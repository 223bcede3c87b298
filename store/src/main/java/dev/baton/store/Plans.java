package dev.baton.store;

import dev.baton.core.JobPlan;
import dev.baton.protocol.PlanJson;

import java.util.HashMap;
import java.util.Map;

/// Plans that were read before: most jobs are asked for in the same way as many others.
///
/// Not shared. Bounded: when full it starts over.
final class Plans {
    private static final int MOST_PLANS = 1_000;
    private static final int MAX_CHARACTERS = 1 << 20;

    private final Map<String, JobPlan> plans = new HashMap<>();
    private int characters;

    JobPlan read(String json) {
        var known = plans.get(json);
        if (known != null) {
            return known;
        }
        if (plans.size() >= MOST_PLANS || characters > MAX_CHARACTERS) {
            plans.clear();
            characters = 0;
        }
        var plan = PlanJson.read(json);
        plans.put(json, plan);
        characters += json.length();
        return plan;
    }
}
