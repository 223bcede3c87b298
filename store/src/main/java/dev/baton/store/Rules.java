package dev.baton.store;

import dev.baton.core.Command;
import dev.baton.core.Decision;
import dev.baton.core.Job;
import dev.baton.core.JobId;
import dev.baton.core.JobPlan;
import dev.baton.core.JobRules;
import dev.baton.core.LeaseTerms;

import java.time.Instant;

/// The rules as a transaction asks for them: [JobRules], or the same with one of them broken to see whether it is found.
public interface Rules {
    Decision.Accept submit(JobId id, JobPlan plan, int needs, String by, Instant now);

    Decision decide(Job job, Command command, Instant now);

    /// The rules themselves.
    static Rules of(LeaseTerms terms) {
        var rules = new JobRules(terms);
        return new Rules() {
            @Override
            public Decision.Accept submit(
                    JobId id, JobPlan plan, int needs, String by, Instant now) {
                return rules.submit(id, plan, needs, by, now);
            }

            @Override
            public Decision decide(Job job, Command command, Instant now) {
                return rules.decide(job, command, now);
            }
        };
    }
}
