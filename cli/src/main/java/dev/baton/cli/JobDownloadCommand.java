package dev.baton.cli;

import dev.baton.cli.run.ArtifactFetch;
import dev.baton.core.NearestName;
import dev.baton.core.Shown;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/// `baton job download`: fetches what a job left behind.
@Command(
        name = "download",
        mixinStandardHelpOptions = true,
        description = {
            "Fetches the files that a job left behind, all of them or those that are named.",
            "Each is checked against its SHA-256. Nothing is overwritten, unless --force.",
            ""
        },
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton job download job_42",
            "  baton job download job_42 report.xml --to results --force"
        })
final class JobDownloadCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ServerConnection server;

    @Parameters(index = "0", paramLabel = "JOB", description = "such as job_42")
    private String job;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME",
            description = "as `baton job artifacts` lists them; without any, all")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--to",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "where they go (the current directory)")
    private Path directory;

    @Option(
            names = "--epoch",
            paramLabel = "N",
            description = "what was left under an earlier lease (`baton job audit` names them)")
    private int epoch;

    @Option(names = "--force", description = "replace files that are there")
    private boolean force;

    @Override
    public Integer call() throws Exception {
        var remote = server.remote();
        var out = spec.commandLine().getOut();
        var there = new LinkedHashMap<String, JsonNode>();
        for (JsonNode artifact : JobArtifactsCommand.list(remote, job, epoch).path("artifacts")) {
            // What is kept elsewhere has no name here, only an address.
            if (!artifact.path("name").asString("").isEmpty()) {
                there.put(artifact.path("name").asString(""), artifact);
            }
        }
        requireThere(there);
        if (there.isEmpty()) {
            throw new CommandFailed(job + " left no artifacts");
        }
        var fetch = new ArtifactFetch(remote, directory, force);
        for (var artifact : there.entrySet()) {
            if (names.isEmpty() || names.contains(artifact.getKey())) {
                String path = "artifacts/" + encoded(artifact.getKey());
                Path file =
                        fetch.fetch(
                                JobCommand.pathOf(job, epoch > 0 ? path + "?epoch=" + epoch : path),
                                artifact.getValue());
                out.println(
                        String.format(
                                Locale.ROOT,
                                "%s (%,d bytes)",
                                file,
                                artifact.getValue().path("size").asLong(0)));
            }
        }
        return 0;
    }

    private void requireThere(Map<String, JsonNode> there) {
        for (String name : names) {
            if (!there.containsKey(name)) {
                throw new CommandFailed(
                        "%s left no artifact '%s'%s"
                                .formatted(
                                        job,
                                        Shown.of(name),
                                        NearestName.to(name, there.keySet())
                                                .map(near -> "; did you mean %s?".formatted(near))
                                                .orElse("")));
            }
        }
    }

    /// Names have slashes, which stay.
    private static String encoded(String name) {
        return Answers.segment(name).replace("%2F", "/");
    }
}
