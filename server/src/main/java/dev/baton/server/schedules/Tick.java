package dev.baton.server.schedules;

import dev.baton.server.api.Submissions.Order;
import dev.baton.store.NewRun;
import dev.baton.store.Schedules.Schedule;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// A schedule at a moment, and the run that is submitted for it.
record Tick(Schedule schedule, Instant at) {
    /// Tokens are called otherwise: nobody else has keys here.
    private static final String OWNER = "schedule";

    /// The run, under the one key of this tick.
    ///
    /// @param now what delays of jobs are counted from
    NewRun run(ScheduleReader reader, Instant now) {
        Order order = order(reader, now);
        String key = "schedule/%s/%s".formatted(schedule.name(), at);
        // Who submits it again may have read another template meanwhile: it is the same tick.
        String fingerprint = key;
        return new NewRun(
                key,
                fingerprint,
                OWNER,
                "schedule:" + schedule.name(),
                order.name(),
                order.labels(),
                order.jobs());
    }

    /// What there is to submit, labelled.
    Order order(ScheduleReader reader, Instant now) {
        var order = Order.of(reader.submission(schedule.definition()), now);
        Map<String, String> labels = new HashMap<>(order.labels());
        labels.put(ScheduleReader.NAME_LABEL, schedule.name());
        labels.put(ScheduleReader.TICK_LABEL, at.toString());
        return new Order(order.name(), labels, order.jobs());
    }
}
