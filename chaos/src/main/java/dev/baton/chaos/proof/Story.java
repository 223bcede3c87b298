package dev.baton.chaos.proof;

import dev.baton.chaos.fault.FaultLog;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What happened to a job and around it, for whoever has to find out why.
public record Story(Proof proof, FaultLog faults) {
    private static final Duration AROUND = Duration.ofSeconds(15);

    private record Line(Instant at, String text) {}

    /// The lines of the story of a job, in the order of time; none if nothing is known of it.
    public List<String> of(String job) {
        return proof.history(job).stream().flatMap(this::lines).toList();
    }

    private Stream<String> lines(JobHistory job) {
        Stream<Line> trail = job.trail().stream().map(line -> new Line(line.at(), line.toString()));
        Stream<Line> notes = job.notes().stream().map(note -> new Line(note.at(), note.toString()));
        Stream<Line> calls =
                proof.call(job.id()).stream()
                        .flatMap(call -> call.notes().stream())
                        .map(note -> new Line(note.at(), note.toString()));
        Stream<Line> around =
                faults.between(job.first().minus(AROUND), job.last().plus(AROUND)).stream()
                        .map(
                                entry ->
                                        new Line(
                                                entry.at(),
                                                "%s       %s".formatted(entry.at(), entry.what())));
        return Stream.of(trail, notes, calls, around)
                .flatMap(lines -> lines)
                .sorted(Comparator.comparing(Line::at))
                .map(Line::text);
    }
}
