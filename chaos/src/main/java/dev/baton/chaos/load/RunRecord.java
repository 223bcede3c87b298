package dev.baton.chaos.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run that was accepted, as its client knows it.
public final class RunRecord {
    private final String id;
    private final String key;
    private final List<JobRecord> jobs = new ArrayList<>();
    private volatile boolean finished;

    /// @param ids of the jobs that were made for it, by their names
    RunRecord(String id, RunDraft draft, Map<String, String> ids) {
        this.id = id;
        key = draft.key();
        for (JobDraft job : draft.jobs()) {
            String made = ids.get(job.name());
            if (made != null) {
                jobs.add(new JobRecord(made, this, job));
            }
        }
    }

    public String id() {
        return id;
    }

    public String key() {
        return key;
    }

    public List<JobRecord> jobs() {
        return List.copyOf(jobs);
    }

    /// The job that another one of this run needs.
    public Optional<JobRecord> needOf(JobRecord job) {
        return jobs.stream()
                .filter(each -> each.draft().name().equals(job.draft().needs()))
                .findAny();
    }

    boolean isFinished() {
        return finished;
    }

    void finish() {
        finished = true;
    }
}
