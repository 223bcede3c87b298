package dev.baton.server.schedules;

import dev.baton.server.http.JsonBody;
import dev.baton.store.Schedules.Listed;
import dev.baton.store.Schedules.Schedule;
import dev.baton.store.Schedules.State.Paused;
import dev.baton.store.Schedules.State.Waiting;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.Locale;

/// Schedules as JSON.
final class ScheduleJson {
    private static final String HIDDEN = "***";
    private static final int UPCOMING = 5;

    private ScheduleJson() {}

    /// A schedule as it stands in lists.
    static ObjectNode brief(Listed schedule) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("name", schedule.name());
        json.put("source", schedule.source().name().toLowerCase(Locale.ROOT));
        json.put("cron", schedule.cron());
        json.put("zone", schedule.zone());
        json.put("catch_up", ScheduleReader.word(schedule.catchUp()));
        switch (schedule.state()) {
            case Waiting(Instant next) -> {
                json.put("next_at", next.toString());
                json.putNull("paused");
            }
            case Paused(String by, String why) -> {
                json.putNull("next_at");
                json.putObject("paused").put("by", by).put("reason", why);
            }
        }
        var last = schedule.last();
        json.put("last_tick", last == null ? null : last.tick().toString());
        json.put("last_run", last == null ? null : last.run().toString());
        json.put("created_by", schedule.createdBy());
        return json;
    }

    /// All that is known of a schedule, and when it would fire if nobody pauses it.
    static ObjectNode whole(Schedule schedule, Instant now) {
        var json = brief(schedule.listed());
        json.set("run", template(schedule.definition().template()));
        var ticks = json.putArray("next_ticks");
        if (schedule.state() instanceof Waiting(Instant next)) {
            try {
                var timetable = ScheduleReader.timetable(schedule.definition());
                Instant from = next.isAfter(now) ? next.minusNanos(1) : now;
                timetable.next(from, UPCOMING).forEach(tick -> ticks.add(tick.toString()));
            } catch (IllegalArgumentException _) {
                // It cannot be run, and is paused for it when it is due.
            }
        }
        return json;
    }

    /// The names of the secrets are shown, and nothing of their values.
    private static JsonNode template(String stored) {
        try {
            JsonNode run = JsonBody.stored(stored);
            for (JsonNode job : run.path("jobs")) {
                if (job.get("secret_env") instanceof ObjectNode secrets) {
                    secrets.propertyNames().stream()
                            .toList()
                            .forEach(name -> secrets.put(name, HIDDEN));
                }
            }
            return run;
        } catch (JacksonException _) {
            return JsonNodeFactory.instance.nullNode();
        }
    }
}
