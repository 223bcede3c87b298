package dev.baton.protocol.submit;

import dev.baton.core.Gate;
import dev.baton.core.GateKey;
import dev.baton.core.JobPlan;
import dev.baton.core.Requirement;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Reads one job of a submission. What is wrong is noted; the job is then not used.
final class JobReader {
    static final TextRule NAME = TextRule.name(200);
    private static final int MOST_NEEDS = 1_000;
    private static final TextRule TAG = TextRule.word(Requirement.MOST_CHARACTERS);
    private static final Duration SHORTEST_RUNTIME = Duration.ofMillis(1);
    private static final Duration FOR_EVER = Duration.ofSeconds(-1);
    private static final Duration LONGEST_DELAY = Duration.ofDays(366);

    private static final TextRule UNIQUE_KEY = TextRule.name(200);
    private static final Duration LONGEST_RESULT_TTL = Duration.ofDays(366);

    private final FunctionReader functions;
    private final Duration resultTtl;

    /// @param resultTtl how long the result of a function is kept that does not say so
    JobReader(FunctionReader functions, Duration resultTtl) {
        this.functions = functions;
        this.resultTtl = resultTtl;
    }

    JobSubmission read(ObjectCursor job) {
        String name = job.requiredText("name", NAME);
        List<String> needs = job.texts("needs", 0, MOST_NEEDS, NAME);
        Gate gate = job.object("gate", JobReader::readGate);
        FunctionReader.Call call = job.object("function", functions::read);
        Requirement requirement = requirement(job, call);
        JobKind kind = SpecReader.kind(job);
        JobKind assumed = kind == null ? JobKind.STEPS : kind;
        Instant notBefore = job.time("not_before");
        if (notBefore != null && job.has("delay_seconds")) {
            job.problem("delay_seconds", "expected either this or not_before, got both");
        }
        Instant deadline = deadline(job);
        if (notBefore != null && deadline != null && !notBefore.isBefore(deadline)) {
            job.problem("deadline", "expected a time after not_before, got " + deadline);
        }
        if (call != null && deadline != null) {
            call.spec().put("deadline", deadline.toString());
        }
        var plan =
                new JobPlan(
                        job.integer(
                                "priority", JobPlan.LOWEST_PRIORITY, JobPlan.HIGHEST_PRIORITY, 0),
                        requirement,
                        gate == null ? null : gate.key(),
                        RetryReader.read(job, assumed.defaultRetry()),
                        job.seconds(
                                "max_runtime_seconds",
                                SHORTEST_RUNTIME,
                                JobPlan.LONGEST_RUNTIME,
                                JobPlan.DEFAULT_MAX_RUNTIME),
                        notBefore,
                        deadline);
        Duration delay = job.seconds("delay_seconds", Duration.ZERO, LONGEST_DELAY, Duration.ZERO);
        return new JobSubmission(
                name,
                needs,
                assumed,
                plan,
                gate,
                delay,
                SpecReader.read(job, name, call),
                extras(job, call));
    }

    private JobExtras extras(ObjectCursor job, FunctionReader.@Nullable Call call) {
        Duration kept =
                job.seconds("result_ttl_seconds", Duration.ZERO, LONGEST_RESULT_TTL, FOR_EVER);
        return new JobExtras(
                call == null ? null : call.address(),
                job.text("unique_key", UNIQUE_KEY),
                !kept.equals(FOR_EVER) ? kept : call == null ? null : resultTtl);
    }

    /// To the millisecond, as all times that people choose.
    private static @Nullable Instant deadline(ObjectCursor job) {
        Instant given = job.time("deadline");
        return given == null ? null : given.truncatedTo(ChronoUnit.MILLIS);
    }

    private static @Nullable Gate readGate(ObjectCursor gate) {
        String text = gate.requiredText("key", TextRule.word(GateKey.MOST_CHARACTERS));
        int limit = gate.integer("limit", 1, Gate.HIGHEST_LIMIT, 1);
        if (!gate.has("limit")) {
            gate.problem("limit", "expected 1 to %d, got none".formatted(Gate.HIGHEST_LIMIT));
        }
        GateKey key = text.isEmpty() ? null : gate.checked("key", () -> new GateKey(text));
        return key == null ? null : new Gate(key, limit, 0);
    }

    /// What the job says it requires, and what follows from the rest of it.
    private static Requirement requirement(ObjectCursor job, FunctionReader.@Nullable Call call) {
        var tags = new ArrayList<>(said(job));
        tags.addAll(
                ImpliedTags.of(
                        SpecReader.isIsolated(job),
                        SpecReader.isWithoutNetwork(job),
                        call == null ? null : call.executor()));
        Requirement all = job.checked("requirement", () -> Requirement.of(tags));
        return all == null ? Requirement.NONE : all;
    }

    /// As an object, or as the array of tags that a job shows.
    private static Collection<String> said(ObjectCursor job) {
        JsonNode value = job.value("requirement");
        if (value != null && value.isArray()) {
            return job.texts("requirement", 0, Requirement.MOST_TAGS, TAG);
        }
        Requirement said = job.object("requirement", JobReader::readRequirement);
        return said == null ? List.of() : said.tags();
    }

    private static @Nullable Requirement readRequirement(ObjectCursor requirement) {
        var tags = new ArrayList<>(requirement.texts("tags", 0, Requirement.MOST_TAGS, TAG));
        String spec = requirement.text("spec", TAG);
        if (spec != null) {
            tags.add("spec=" + spec);
        }
        return requirement.checked("", () -> Requirement.of(tags));
    }
}
