package dev.baton.cli;

import picocli.CommandLine;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// The commands, in the order of the help text. A verb is loaded when it is named: reading the annotations of all of
/// them would take longer than most commands do.
enum Verb {
    RUN(RunCommand::new),
    UP(UpCommand::new),
    JOBS(JobsCommand::new),
    JOB(JobCommand::new),
    RUNS(RunsCommand::new),
    RUNNERS(RunnersCommand::new),
    LOGIN(LoginCommand::new),
    SERVER(ServerCommand::new),
    RUNNER(RunnerCommand::new),
    TOKEN(TokenCommand::new),
    BENCH(BenchCommand::new),
    COMPLETION(CompletionCommand::new);

    private final Supplier<Object> command;

    Verb(Supplier<Object> command) {
        this.command = command;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Verb> of(String word) {
        return Arrays.stream(values()).filter(verb -> verb.word().equals(word)).findAny();
    }

    void addTo(CommandLine main) {
        var line = new CommandLine(command.get());
        if (this == RUN) {
            line.setStopAtPositional(true); // what follows belongs to the command that is run
        }
        main.addSubcommand(word(), line);
    }
}
