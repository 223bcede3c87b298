package dev.baton.store;

import dev.baton.core.RunId;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Finds runs of which a part is written and that nobody seems to go on with, and goes on with them. If their orchestrator
/// is there after all, both take turns at the run's row.
///
/// Not shared: one thread at a time.
final class PartialRunResumption {
    private static final Logger LOG = LoggerFactory.getLogger(PartialRunResumption.class);
    private static final Duration LEFT_AFTER = Duration.ofSeconds(5);

    /// So few, because each is as large as a submission may be.
    private static final int MAX_AT_ONCE = 4;

    private final Database database;
    private final int maxPartCost;
    private final Consumer<Request> submit;
    private final Map<RunId, Request.Submitting> resumed = new HashMap<>();

    /// @param submit puts a request into a lane
    PartialRunResumption(Database database, int maxPartCost, Consumer<Request> submit) {
        this.database = database;
        this.maxPartCost = maxPartCost;
        this.submit = submit;
    }

    void resume() {
        resumed.values().removeIf(Request.Submitting::isAnswered);
        if (resumed.size() >= MAX_AT_ONCE) {
            return;
        }
        try (var connection = database.connectForService();
                var session = new Session(connection, database.dialect())) {
            long before = Micros.of(database.readNow(connection).minus(LEFT_AFTER));
            for (var left : new PartialRuns(session).leftSince(before, MAX_AT_ONCE)) {
                if (!resumed.containsKey(left.id())) {
                    LOG.info("going on with a run that was left run={}", left.id());
                    var request = new Request.Submitting(left.run(), maxPartCost, left.turn());
                    resumed.put(left.id(), request);
                    submit.accept(request);
                }
            }
        } catch (SQLException | RuntimeException e) {
            // The sweep goes on, whatever is in these rows.
            LOG.warn("could not go on with runs that were left", e);
        }
    }
}
