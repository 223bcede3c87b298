package dev.baton.server.schedules;

import dev.baton.core.Shown;
import dev.baton.protocol.Json;
import dev.baton.server.api.Submissions;
import dev.baton.server.config.Limits;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Problem;
import dev.baton.server.http.ProblemException;
import dev.baton.server.http.Route;
import dev.baton.store.Engine;
import dev.baton.store.Schedules.Definition;
import dev.baton.store.Schedules.Schedule;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// `/v1/schedules`: create, list, show, pause, resume, fire, remove.
public final class ScheduleEndpoints {
    private static final int SMALL_BODY = 64 << 10;
    private static final int MOST_REASON_CHARACTERS = 500;

    /// Numbers stay as exact as they were written: a job's arguments are not ours to round.
    private static final JsonMapper MAPPER =
            JsonMapper.builder(Json.FACTORY)
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private final ScheduleBook book;
    private final ScheduleReader reader;
    private final Submissions submissions;
    private final Limits limits;

    public ScheduleEndpoints(
            Engine engine, ScheduleBook book, ScheduleReader reader, Limits limits) {
        this.book = book;
        this.reader = reader;
        this.submissions = new Submissions(engine);
        this.limits = limits;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/schedules", Access.USER, this::list),
                Route.get("/v1/schedules/{schedule}", Access.USER, this::show),
                Route.put("/v1/schedules/{schedule}", Access.USER, this::put),
                Route.delete("/v1/schedules/{schedule}", Access.USER, this::remove),
                Route.post("/v1/schedules/{schedule}/pause", Access.USER, this::pause),
                Route.post("/v1/schedules/{schedule}/resume", Access.USER, this::resume),
                Route.post("/v1/schedules/{schedule}/fire", Access.USER, this::fire));
    }

    private Answered list(Call call) {
        var json = JsonNodeFactory.instance.objectNode();
        var all = json.putArray("schedules");
        book.list().forEach(schedule -> all.add(ScheduleJson.brief(schedule)));
        return Answered.json(200, json);
    }

    private Answered show(Call call) {
        return shown(200, book.find(name(call)));
    }

    private Answered put(Call call) throws IOException {
        Definition wanted = definition(call.jsonBody(limits.requestBytes()));
        var kept = book.put(name(call), wanted, call.caller().name());
        return kept.isNew()
                ? shown(201, kept.schedule()).with("Location", call.path())
                : shown(200, kept.schedule());
    }

    private Answered remove(Call call) {
        book.remove(name(call));
        return Answered.empty(204);
    }

    private Answered pause(Call call) throws IOException {
        String why = JsonBody.readOptional(call, SMALL_BODY).textOrNull("reason");
        if (why != null
                && (why.length() > MOST_REASON_CHARACTERS
                        || !why.codePoints().allMatch(Shown::isPlain))) {
            throw Problem.invalid(
                            "reason: expected at most %d plain characters"
                                    .formatted(MOST_REASON_CHARACTERS))
                    .asException();
        }
        return shown(200, book.pause(name(call), call.caller().name(), why == null ? "" : why));
    }

    private Answered resume(Call call) {
        return shown(200, book.resume(name(call)));
    }

    /// Once, now, by whoever asks: it is no tick of the schedule, and paused ones can be fired too.
    private Answered fire(Call call) {
        Schedule schedule = book.find(name(call));
        Instant now = book.now();
        byte[] asked = book.runnable(schedule).template().getBytes(StandardCharsets.UTF_8);
        return submissions.submit(call, asked, new Tick(schedule, now).order(reader, now));
    }

    private Answered.Whole shown(int status, Schedule schedule) {
        return Answered.json(status, ScheduleJson.whole(schedule, book.now()));
    }

    private static String name(Call call) {
        String name = call.parameter("schedule");
        String wrong = ScheduleReader.wrongName(name);
        if (wrong != null) {
            throw Problem.invalid(wrong).asException();
        }
        return name;
    }

    private Definition definition(byte[] body) {
        JsonNode node;
        try {
            node = MAPPER.readTree(body);
        } catch (JacksonException _) {
            throw Problem.of(400, "MALFORMED_JSON", "expected one JSON object with each key once")
                    .asException();
        }
        if (!node.isObject()) {
            throw Problem.of(400, "NOT_A_MESSAGE", "expected a JSON object").asException();
        }
        var problems = new ArrayList<String>();
        Definition read = reader.read(node, "", problems);
        if (read == null) {
            throw refused(problems);
        }
        return read;
    }

    private static ProblemException refused(List<String> problems) {
        return Problem.of(400, "INVALID_SCHEDULE", String.join("; ", problems))
                .with("problems", problems)
                .asException();
    }
}
