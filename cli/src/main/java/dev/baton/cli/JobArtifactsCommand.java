package dev.baton.cli;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.cli.output.Columns;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.util.Locale;
import java.util.concurrent.Callable;

/// `baton job artifacts`: lists what a job left behind.
@Command(
        name = "artifacts",
        mixinStandardHelpOptions = true,
        description = {"Lists the files that a job left behind.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  baton job artifacts job_42", "  baton job artifacts job_42 --epoch 1 --json"})
final class JobArtifactsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Parameters(paramLabel = "JOB", description = "such as job_42")
    private String job;

    @Option(
            names = "--epoch",
            paramLabel = "N",
            description = "what was left under an earlier lease (`baton job audit` names them)")
    private int epoch;

    @Option(names = "--json", description = "as the API says it")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        JsonNode answer = list(server.remote(), job, epoch);
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(Answers.json(answer));
            return 0;
        }
        var table = new Columns("NAME", "TYPE", "BYTES", "SHA-256");
        for (JsonNode artifact : answer.path("artifacts")) {
            table.row(
                    artifact.path("name").asString(artifact.path("uri").asString("")),
                    artifact.path("type").asString("-"),
                    String.format(Locale.ROOT, "%,d", artifact.path("size").asLong(0)),
                    artifact.path("sha256").asString("-"));
        }
        out.print(table.text());
        return 0;
    }

    static JsonNode list(Remote remote, String job, int epoch) throws ClientException {
        return remote.get(
                JobCommand.pathOf(job, epoch > 0 ? "artifacts?epoch=" + epoch : "artifacts"));
    }
}
