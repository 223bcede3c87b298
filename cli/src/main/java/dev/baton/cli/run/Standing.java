package dev.baton.cli.run;

import dev.baton.cli.client.JobEvent;

import java.util.HashSet;
import java.util.Set;

/// How far the jobs of a run are, as far as we heard. Threads may look while another one tells.
final class Standing {
    private final int jobs;
    private final Set<String> running = new HashSet<>();
    private int finished;
    private boolean everGranted;
    private boolean canceling;

    Standing(int jobs) {
        this.jobs = jobs;
    }

    synchronized void happened(JobEvent event) {
        switch (event.kind()) {
            case JobEvent.GRANTED -> {
                everGranted = true;
                running.add(event.job());
            }
            case JobEvent.REQUEUED -> running.remove(event.job());
            case JobEvent.FINISHED -> {
                running.remove(event.job());
                finished++;
            }
            default -> {}
        }
    }

    synchronized void canceling() {
        canceling = true;
    }

    synchronized boolean isCanceling() {
        return canceling;
    }

    /// Whether no runner has taken any of the jobs so far.
    synchronized boolean isWaiting() {
        return !everGranted && finished == 0 && !canceling;
    }

    synchronized String text() {
        if (canceling) {
            return "canceling";
        }
        if (jobs == 1) {
            return running.isEmpty() ? "queued" : "running";
        }
        return "%d of %d jobs done, %d running".formatted(finished, jobs, running.size());
    }
}
