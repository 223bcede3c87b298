package dev.baton.simulation;

import dev.baton.store.MemoryStore;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Everything that the parts of one simulation share.
final class World implements AutoCloseable {
    private final Scenario scenario;
    private final Parts parts;
    private final Chance chance;
    private final Chance more;
    private final Timeline timeline = new Timeline();
    private final Story story;
    private final Network network = new Network(this);
    private final MemoryStore store = new MemoryStore(this::storeTime);
    private final Oracle oracle = new Oracle(this);
    private final CallOracle calls = new CallOracle(this, oracle);
    private final Faults faults = new Faults(this);
    private final Followers followers = new Followers(this);
    private final List<SimulatedOrchestrator> orchestrators = new ArrayList<>();
    private final List<SimulatedRunner> runners = new ArrayList<>();
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final List<SimulatedProcess> passing = new ArrayList<>();
    private long clockOffset;

    World(long seed, Parts parts, boolean told) {
        chance = new Chance(seed);
        more = new Chance(~seed);
        scenario = Scenario.of(chance, more);
        this.parts = parts;
        story = new Story(timeline, told);
    }

    Scenario scenario() {
        return scenario;
    }

    Parts parts() {
        return parts;
    }

    Chance chance() {
        return chance;
    }

    /// For neighbours and hostile clients: what they do changes nothing of what else happens by chance.
    Chance more() {
        return more;
    }

    Timeline timeline() {
        return timeline;
    }

    Story story() {
        return story;
    }

    Network network() {
        return network;
    }

    MemoryStore store() {
        return store;
    }

    Oracle oracle() {
        return oracle;
    }

    /// What there is to say about calls.
    CallOracle calls() {
        return calls;
    }

    Followers followers() {
        return followers;
    }

    Faults faults() {
        return faults;
    }

    List<SimulatedOrchestrator> orchestrators() {
        return orchestrators;
    }

    List<SimulatedRunner> runners() {
        return runners;
    }

    /// Processes that are there only until everything heals.
    List<SimulatedProcess> passing() {
        return passing;
    }

    void addPassing(SimulatedProcess process) {
        passing.add(process);
    }

    List<SimulatedClient> clients() {
        return clients;
    }

    /// The store's clock, which decides every deadline. It may jump.
    Instant storeTime() {
        return timeline.instant().plusNanos(clockOffset);
    }

    void jumpStoreClock(long nanos) {
        clockOffset += nanos;
    }

    /// When the next deadline in the store passes; far away if there is none.
    long nextDeadline() {
        return store.nextDeadline()
                .map(at -> Duration.between(Timeline.START, at).toNanos() - clockOffset)
                .orElse(Long.MAX_VALUE);
    }

    /// The store has changed, or its clock.
    void planSweeps() {
        long due = nextDeadline();
        if (due != Long.MAX_VALUE) {
            orchestrators.forEach(orchestrator -> orchestrator.planSweep(due));
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
