package dev.baton.server.watch;

import dev.baton.core.Event;
import dev.baton.core.JobId;
import dev.baton.core.Refusal;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;

/// Logs what an operator would retell: that the orchestrator itself had to end an attempt. What runners and users do is
/// in the audit trails.
public final class Incidents implements CommitListener {
    private static final Logger log = LoggerFactory.getLogger(Incidents.class);

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        for (Change change : changes) {
            for (Event event : change.events()) {
                if (event.actor().equals(Event.ORCHESTRATOR)) {
                    tell(change, event);
                }
            }
        }
    }

    private static void tell(Change change, Event event) {
        switch (event.kind()) {
            case REQUEUED ->
                    log.info(
                            "attempt ended by the orchestrator, job queued again job={} attempt={} epoch={} why={}",
                            change.job().id(),
                            event.attempt(),
                            event.epoch(),
                            event.why());
            case FINISHED ->
                    log.info(
                            "job ended by the orchestrator job={} attempt={} epoch={} why={}",
                            change.job().id(),
                            event.attempt(),
                            event.epoch(),
                            event.why());
            case SUBMITTED,
                    UNBLOCKED,
                    WOKEN,
                    ADMITTED,
                    GRANTED,
                    ACKNOWLEDGED,
                    CANCEL_REQUESTED -> {}
        }
    }

    @Override
    public void refused(Refusal reason) {}

    @Override
    public void changedElsewhere(List<JobId> jobs) {}
}
