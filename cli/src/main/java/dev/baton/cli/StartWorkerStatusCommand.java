package dev.baton.cli;

import dev.baton.cli.output.Columns;
import dev.baton.supervisor.ConfigFile;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// `baton start-worker status`: how a worker of this machine is.
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = {"Says how the worker is that was started with this file.", ""},
        optionListHeading = "Options:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton start-worker status worker.toml",
            "  baton start-worker status worker.toml --json"
        })
final class StartWorkerStatusCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "the file that it was started with")
    private Path file;

    @Option(names = "--json", description = "as one JSON object")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Path written = ConfigFile.read(file).status().file();
        JsonNode status = JsonMapper.shared().readTree(read(written));
        if (!isAlive(status)) {
            throw new CommandFailed(
                    "the supervisor of %s is gone, and left its last words in %s"
                            .formatted(file, written));
        }
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(status);
        } else {
            out.print(table(status));
        }
        return 0;
    }

    private String read(Path written) throws IOException {
        try {
            return Files.readString(written);
        } catch (NoSuchFileException _) {
            throw new CommandFailed("nothing runs that was started with " + file);
        }
    }

    private static boolean isAlive(JsonNode status) {
        return ProcessHandle.of(status.path("supervisor_pid").asLong(0))
                .map(ProcessHandle::isAlive)
                .orElse(false);
    }

    private static String table(JsonNode status) {
        var table = new Columns("WORKER", "");
        table.row("phase", status.path("phase").asString(""));
        table.row("since", status.path("since").asString(""));
        table.row("pid", status.path("worker_pid").asString(""));
        table.row(
                "capabilities",
                status.path("capabilities")
                        .valueStream()
                        .map(JsonNode::asString)
                        .collect(Collectors.joining(" ")));
        status.path("counts")
                .properties()
                .forEach(
                        count ->
                                table.row(
                                        count.getKey().replace('_', ' '),
                                        count.getValue().asString("")));
        return table.text();
    }
}
