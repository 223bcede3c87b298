package dev.baton.chaos.load;

import java.util.List;
import java.util.stream.IntStream;

/// Records as clients keep them, of jobs that were never submitted.
public final class JobRecords {
    private JobRecords() {}

    public static List<JobRecord> of(JobDraft... drafts) {
        var ids = IntStream.rangeClosed(1, drafts.length).mapToObj(n -> "job_" + n).toList();
        return new RunRecord("run_1", new RunDraft("key", List.of(drafts)), ids).jobs();
    }

    public static void accept(JobRecord job) {
        job.told(JobRecord.Cancel.ACCEPTED);
    }
}
