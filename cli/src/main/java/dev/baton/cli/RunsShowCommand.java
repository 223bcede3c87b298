package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.cli.output.Facts;
import dev.baton.cli.output.Spoken;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// `baton runs show`: where runs and their jobs stand.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {"Shows where runs stand, and each of their jobs.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExample:%n",
        footer = "  baton runs show run_42 --json")
final class RunsShowCommand implements Callable<Integer> {
    /// As many as a run may have.
    private static final int MAX_JOBS = 10_000;

    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Parameters(paramLabel = "RUN", arity = "1..*", description = "such as run_42")
    private List<String> runs;

    @Option(
            names = "--json",
            description = "as the API says it, with its jobs in job_list; an array if several")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var remote = server.remote();
        var out = spec.commandLine().getOut();
        var all = JsonNodeFactory.instance.arrayNode();
        Instant now = InstantSource.system().instant();
        int status =
                Several.each(
                        spec,
                        runs,
                        id -> {
                            JsonNode run = remote.get(RunsCommand.pathOf(id, ""));
                            ArrayNode jobs = jobs(remote, id);
                            if (!json) {
                                out.print((all.isEmpty() ? "" : "\n") + text(run, jobs, now));
                            }
                            all.add(((ObjectNode) run).set("job_list", jobs));
                            return 0;
                        });
        if (json && !all.isEmpty()) {
            out.println(Answers.json(runs.size() == 1 ? all.get(0) : all));
        }
        return status;
    }

    /// In the order in which they were submitted.
    static ArrayNode jobs(Remote remote, String run) throws ClientException {
        ArrayNode newestFirst =
                Answers.newest(remote, "/v1/jobs", Map.of("run", run), "jobs", MAX_JOBS);
        var jobs = JsonNodeFactory.instance.arrayNode();
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            jobs.add(newestFirst.get(i));
        }
        return jobs;
    }

    private static String text(JsonNode run, JsonNode jobs, Instant now) {
        String labels =
                run.path("labels").properties().stream()
                        .map(label -> label.getKey() + "=" + label.getValue().asString(""))
                        .collect(Collectors.joining(" "));
        return new Facts()
                        .add("run", run.path("id"))
                        .add("name", run.path("name"))
                        .add("labels", labels)
                        .add(
                                "created",
                                Spoken.age(Spoken.time(run.path("created_at").asString("")), now))
                        .add("by", run.path("submitted_by"))
                        .add("jobs", RunsCommand.counts(run.path("jobs")))
                        .text()
                + "\n"
                + JobsCommand.table(jobs, now);
    }
}
