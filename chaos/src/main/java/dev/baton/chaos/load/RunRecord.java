package dev.baton.chaos.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A run that was accepted, as its client knows it.
public final class RunRecord {
    private final String id;
    private final String key;
    private final List<JobRecord> jobs = new ArrayList<>();
    private volatile boolean finished;

    /// @param ids of its jobs, in their order
    RunRecord(String id, RunDraft draft, List<String> ids) {
        this.id = id;
        key = draft.key();
        for (int i = 0; i < ids.size(); i++) {
            jobs.add(new JobRecord(ids.get(i), this, draft.jobs().get(i)));
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
