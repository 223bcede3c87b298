package dev.baton.explorer;

import dev.baton.core.Job;

import java.util.List;

/// Where everything stands at one moment. The moment is always [WorldCodec#NOW]: time passes by deadlines coming closer.
///
/// @param canceled for each job, whether a cancel was accepted
record World(List<Job> jobs, List<Boolean> canceled) {
    boolean isOver() {
        return jobs.stream().allMatch(Job::isFinished);
    }

    Job job(int number) {
        return jobs.get(number);
    }
}
