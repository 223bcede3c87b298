package dev.baton.server.watch;

import dev.baton.core.JobId;
import dev.baton.core.Refusal;
import dev.baton.store.Change;
import dev.baton.store.CommitListener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Passes on what the engine committed. It exists before the engine, its listeners come after it.
public final class CommitFeed implements CommitListener {
    private final List<CommitListener> listeners = new CopyOnWriteArrayList<>();

    public void add(CommitListener listener) {
        listeners.add(listener);
    }

    @Override
    public void committed(List<Change> changes, int commands, Duration took) {
        for (CommitListener listener : listeners) {
            listener.committed(changes, commands, took);
        }
    }

    @Override
    public void refused(Refusal reason) {
        for (CommitListener listener : listeners) {
            listener.refused(reason);
        }
    }

    @Override
    public void changedElsewhere(List<JobId> jobs) {
        for (CommitListener listener : listeners) {
            listener.changedElsewhere(jobs);
        }
    }

    @Override
    public void changesMissed() {
        for (CommitListener listener : listeners) {
            listener.changesMissed();
        }
    }
}
