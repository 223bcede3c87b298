package dev.baton.sandbox;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/// A box whose commands are processes of this machine.
final class ProcessBox implements Box {
    private static final Logger log = LoggerFactory.getLogger(ProcessBox.class);

    /// More is as good as for ever, and cannot overflow.
    private static final Duration LONGEST_FENCE = Duration.ofDays(365);

    private enum State {
        OPEN,
        /// Its time was over: nothing can be started any more.
        OVER,
        /// Somebody ends it.
        ENDING,
        CLOSED
    }

    private final String name;
    private final Launcher launcher;
    private final Roll roll;
    private final BoxFile file;
    private final Census census;
    private final ExecutorService threads;
    private final Events events;

    /// Raised when nothing is left that could print.
    private final int quiet;

    private final List<Command> commands = new ArrayList<>();
    private State state = State.OPEN;
    private @Nullable Duration deadline;

    /// What a box needs of its sandbox.
    ///
    /// @param threads for what waits in the kernel
    record Surroundings(Path files, Census census, ExecutorService threads, Events events) {}

    /// What a box tells its sandbox.
    interface Events {
        void deadlineMoved();

        void closed(String name);
    }

    ProcessBox(BoxPlan plan, Marker marker, Launcher launcher, Surroundings surroundings) {
        this.name = plan.name();
        this.launcher = launcher;
        this.roll = new Roll(marker, Kernel.ticks(Kernel.uptime()));
        this.file = new BoxFile(surroundings.files(), name, plan.orphanGrace());
        this.census = surroundings.census();
        this.threads = surroundings.threads();
        this.events = surroundings.events();
        file.write(roll, Optional.empty());
        this.quiet = Kernel.openFlag();
        census.open(roll);
    }

    @Override
    public Running start(List<String> command, String workdir, Output output) {
        return start(command, workdir, output, Pipes::forOutput);
    }

    @Override
    public Conversing converse(List<String> command, String workdir, Output output) {
        return start(command, workdir, output, Pipes::forConversation);
    }

    private Conversing start(
            List<String> command, String workdir, Output output, Supplier<Pipes> opening) {
        CommandCheck.checkCommand(command);
        Path in = CommandCheck.workdir(launcher.directory(), workdir);
        return switch (Program.find(command.getFirst(), in, launcher.environment())) {
            case Program.Found(Path program) -> {
                try (Pipes pipes = opening.get()) {
                    yield start(
                            launcher.spawn(program, command, in, pipes.ofCommand()), pipes, output);
                }
            }
            case Program.NotFound _ ->
                    notStarted(NotStarted.NOT_FOUND, command, "command not found", output);
            case Program.NotExecutable _ ->
                    notStarted(NotStarted.NOT_EXECUTABLE, command, "not executable", output);
        };
    }

    private static Conversing notStarted(
            Exit exit, List<String> command, String why, Output output) {
        byte[] text =
                "%s: %s%n".formatted(command.getFirst(), why).getBytes(StandardCharsets.UTF_8);
        output.printed(Output.Source.STDERR, text, text.length);
        return new NotStarted(exit);
    }

    private Command start(Spawn spawn, Pipes pipes, Output output) {
        synchronized (this) {
            checkOpen();
            roll.begin();
            Command started = takeCharge(Launcher.start(spawn), pipes, output);
            file.write(roll, Optional.ofNullable(deadline));
            return started;
        }
    }

    private Command takeCharge(int pid, Pipes pipes, Output output) {
        try {
            roll.enter(ProcessEntry.ofChild(pid).id());
            Command command = Command.of(pid, pipes);
            command.pump(pipes, quiet, output, threads);
            commands.add(command);
            return command;
        } catch (RuntimeException | Error e) {
            // Out of descriptors or threads: what we cannot watch must not run.
            Kernel.signal(pid, Signal.KILL);
            throw e;
        }
    }

    private void checkOpen() {
        if (state == State.OPEN && isTimeOver(Kernel.uptime())) {
            state = State.OVER;
        }
        switch (state) {
            case OPEN -> {}
            case OVER -> throw new SandboxException("the time of box %s is over".formatted(name));
            case ENDING, CLOSED -> throw new SandboxException("box %s is closed".formatted(name));
        }
    }

    @Override
    public void fence(Duration left) {
        Duration now = Kernel.uptime();
        synchronized (this) {
            if (state != State.OPEN || isTimeOver(now)) {
                return;
            }
            deadline = now.plus(left.compareTo(LONGEST_FENCE) < 0 ? left : LONGEST_FENCE);
            file.write(roll, Optional.of(deadline));
        }
        events.deadlineMoved();
    }

    /// When it has to be looked at again; nothing if it has no deadline, or had one.
    synchronized Optional<Duration> deadline() {
        return state == State.OPEN ? Optional.ofNullable(deadline) : Optional.empty();
    }

    /// Kills what is in it if its time is over; else tells the guardian whom the newest census has found.
    void look(Duration now) {
        synchronized (this) {
            if (state == State.CLOSED) {
                return;
            }
            file.write(roll, Optional.ofNullable(deadline));
            if (state != State.OPEN || !isTimeOver(now)) {
                return;
            }
            state = State.OVER;
        }
        log.warn("box was not renewed in time, killed box={}", name);
        threads.execute(new Ending(census, roll)::kill);
    }

    private synchronized boolean isTimeOver(Duration now) {
        return deadline != null && deadline.compareTo(now) <= 0;
    }

    @Override
    public void end(Duration grace) throws InterruptedException {
        if (beginEnding()) {
            Ending ending = new Ending(census, roll);
            await(
                    threads.submit(
                            () -> {
                                ending.ask(grace, this::listens);
                                ending.kill();
                                return true;
                            }));
        }
        finish();
    }

    @Override
    public void close() {
        boolean isInterrupted = false;
        boolean isDone = false;
        while (!isDone) {
            try {
                if (beginEnding()) {
                    await(threads.submit(() -> new Ending(census, roll).kill()));
                }
                finish();
                isDone = true;
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Lets nothing be started any more.
    ///
    /// @return whether there can be processes in it
    private boolean beginEnding() {
        List<Command> started;
        synchronized (this) {
            if (state == State.CLOSED) {
                return false;
            }
            state = State.ENDING;
            started = List.copyOf(commands);
        }
        census.leave(roll);
        boolean isEmpty =
                !roll.hasBegun()
                        || (started.stream().allMatch(Command::hasEnded)
                                && census.strangers(roll).isEmpty());
        if (!isEmpty) {
            census.stay(roll);
        }
        return !isEmpty;
    }

    /// Bubblewrap itself would take its processes with it, without grace.
    private boolean listens(ProcessEntry process) {
        return !launcher.isWrapped() || !roll.commands().contains(process.id());
    }

    private static void await(Future<?> task) throws InterruptedException {
        try {
            task.get();
        } catch (InterruptedException e) {
            task.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            throw new SandboxException("could not end a box", e);
        }
    }

    /// Nothing is left in it, but maybe output that was not handed over yet.
    private void finish() throws InterruptedException {
        List<Command> started;
        synchronized (this) {
            if (state == State.CLOSED) {
                return;
            }
            Kernel.raise(quiet);
            started = List.copyOf(commands);
        }
        for (Command command : started) {
            command.awaitPumps();
        }
        synchronized (this) {
            if (state == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
            Kernel.close(quiet);
            census.close(roll);
            file.remove();
        }
        events.closed(name);
    }
}
