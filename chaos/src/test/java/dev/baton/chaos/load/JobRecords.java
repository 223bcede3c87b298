package dev.baton.chaos.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Records as clients keep them, of jobs that were never submitted.
public final class JobRecords {
    private JobRecords() {}

    public static List<JobRecord> of(JobDraft... drafts) {
        Map<String, String> ids = new HashMap<>();
        for (JobDraft draft : drafts) {
            ids.put(draft.name(), "job_" + (ids.size() + 1));
        }
        return new RunRecord("run_1", new RunDraft("key", List.of(drafts)), ids).jobs();
    }

    public static void accept(JobRecord job) {
        job.told(JobRecord.Cancel.ACCEPTED);
    }
}
