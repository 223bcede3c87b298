package dev.baton.cli;

import dev.baton.cli.output.Columns;
import dev.baton.cli.output.Spoken;
import dev.baton.cli.output.Terminal;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/// `baton jobs`: lists jobs, the newest first.
@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        description = {"Lists jobs, the newest first.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton jobs",
            "  baton jobs --status running",
            "  baton jobs --run run_42 --json"
        })
final class JobsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            description = "queued, leased, running, canceling, succeeded, failed or canceled")
    private @Nullable String status;

    @Option(names = "--run", paramLabel = "RUN", description = "only those of this run")
    private @Nullable String run;

    @Option(names = "--name", paramLabel = "NAME", description = "only those of this name")
    private @Nullable String name;

    @Option(names = "--runner", paramLabel = "ID", description = "only those that this runner has")
    private @Nullable String runner;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "at most so many (${DEFAULT-VALUE})")
    private int limit;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var filter = new LinkedHashMap<String, String>();
        put(filter, "status", status);
        put(filter, "run", run);
        put(filter, "name", name);
        put(filter, "runner", runner);
        var jobs = Answers.newest(server.remote(), "/v1/jobs", filter, "jobs", limit);
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(Answers.json(JsonNodeFactory.instance.objectNode().set("jobs", jobs)));
        } else {
            out.print(table(jobs, InstantSource.system().instant()));
        }
        return 0;
    }

    static String table(JsonNode jobs, Instant now) {
        var style = Terminal.ofThisProcess().outStyle();
        var table = new Columns("JOB", "RUN", "NAME", "STATUS", "ATTEMPT", "CREATED", "RUNNER");
        for (JsonNode job : jobs) {
            String state = job.path("status").asString("");
            table.row(
                            job.path("id").asString(""),
                            job.path("run_id").asString(""),
                            job.path("name").asString(""),
                            state,
                            job.path("attempt").asString(""),
                            Spoken.age(Spoken.time(job.path("created_at").asString("")), now),
                            job.path("runner_id").asString("-"))
                    .styled(3, style::status);
        }
        return table.text();
    }

    private static void put(Map<String, String> filter, String key, @Nullable String value) {
        if (value != null) {
            filter.put(key, value);
        }
    }
}
