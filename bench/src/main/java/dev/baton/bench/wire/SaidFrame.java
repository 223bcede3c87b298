package dev.baton.bench.wire;

/// What a runner says in one frame, written while it is thought of.
public final class SaidFrame {
    private final String runner;
    private final StringBuilder text = new StringBuilder(1 << 10);

    /// @param runner an id that needs no escapes in JSON
    public SaidFrame(String runner) {
        this.runner = runner;
    }

    /// A runner that starts anew: whatever was granted to it before and got lost is given back.
    public SaidFrame attach() {
        return start("Attach").append("\",\"leases\":[]}");
    }

    public SaidFrame want(int jobs) {
        return start("LeaseRequest").append("\",\"max_jobs\":").append(jobs).append("}");
    }

    /// The job is taken on and done.
    public SaidFrame finish(String jobId, String leaseId) {
        start("AckLease").lease(leaseId).append(",\"job_id\":\"").append(jobId).append("\"}");
        return start("Complete")
                .lease(leaseId)
                .append(",\"status\":\"SUCCEEDED\",\"exit_code\":0}");
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /// The frame; the next one begins empty.
    public String take() {
        String frame = text.append(']').toString();
        text.setLength(0);
        return frame;
    }

    private SaidFrame start(String type) {
        text.append(text.isEmpty() ? '[' : ',');
        return append("{\"type\":\"").append(type).append("\",\"runner_id\":\"").append(runner);
    }

    private SaidFrame lease(String leaseId) {
        return append("\",\"lease_id\":\"").append(leaseId).append("\"");
    }

    private SaidFrame append(String more) {
        text.append(more);
        return this;
    }

    private SaidFrame append(int number) {
        text.append(number);
        return this;
    }
}
