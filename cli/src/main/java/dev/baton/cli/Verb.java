package dev.baton.cli;

import picocli.CommandLine;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The commands, in the order of the help text. A verb is loaded when it is named: reading the annotations of all of
/// them would take longer than most commands do.
enum Verb {
    RUN,
    CALL,
    ENQUEUE,
    UP,
    JOBS,
    JOB,
    RUNS,
    RUNNERS,
    SCHEDULES,
    SCHEDULE,
    DEAD_LETTERS,
    LOGIN,
    SERVER,
    RUNNER,
    START_WORKER,
    TOKEN,
    AUDIT,
    BACKUP,
    RESTORE,
    BENCH,
    EXPLORE,
    CHAOS,
    SIMULATE,
    COMPLETION;

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Verb> of(String word) {
        return Arrays.stream(values()).filter(verb -> verb.word().equals(word)).findAny();
    }

    void addTo(CommandLine main) {
        var line = new CommandLine(command());
        if (this == RUN) {
            line.setStopAtPositional(true); // what follows belongs to the command that is run
        }
        main.addSubcommand(word(), line);
    }

    private Object command() {
        return switch (this) {
            case RUN -> new RunCommand();
            case CALL -> new CallCommand();
            case ENQUEUE -> new EnqueueCommand();
            case UP -> new UpCommand();
            case JOBS -> new JobsCommand();
            case JOB -> new JobCommand();
            case RUNS -> new RunsCommand();
            case RUNNERS -> new RunnersCommand();
            case SCHEDULES -> new SchedulesCommand();
            case SCHEDULE -> new ScheduleCommand();
            case DEAD_LETTERS -> new DeadLettersCommand();
            case LOGIN -> new LoginCommand();
            case SERVER -> new ServerCommand();
            case RUNNER -> new RunnerCommand();
            case START_WORKER -> new StartWorkerCommand();
            case TOKEN -> new TokenCommand();
            case AUDIT -> new AuditCommand();
            case BACKUP -> new BackupCommand();
            case RESTORE -> new RestoreCommand();
            case BENCH -> new BenchCommand();
            case EXPLORE -> new ExploreCommand();
            case CHAOS -> new ChaosCommand();
            case SIMULATE -> new SimulateCommand();
            case COMPLETION -> new CompletionCommand();
        };
    }
}
