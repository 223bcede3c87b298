package dev.baton.executor;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// What an [Executor] is made of. For one thread.
public final class ExecutorBuilder {
    /// How many handlers run at once, unless something else is said.
    public static final int MOST_IN_FLIGHT = 256;

    /// How long those that run may go on when the executor stops, unless something else is said.
    public static final Duration STOP_GRACE = Duration.ofSeconds(10);

    private final Map<String, Handler> handlers = new HashMap<>();
    private int mostInFlight = MOST_IN_FLIGHT;
    private Duration stopGrace = STOP_GRACE;
    private InstantSource clock = InstantSource.system();
    private Consumer<String> log = System.err::println;
    private Runnable afterwards = () -> {};
    private @Nullable ExecutorAddress address;
    private @Nullable OpenTelemetry telemetry;

    ExecutorBuilder() {}

    /// A handler of keyword arguments that are the components of a record.
    @FunctionalInterface
    public interface RecordHandler<A> {
        @Nullable Object handle(A arguments, CallContext context) throws Exception;
    }

    /// Adds a handler under the name that it is called by.
    ///
    /// @throws IllegalArgumentException if there is one of that name
    public ExecutorBuilder handler(String name, Handler handler) {
        if (handlers.putIfAbsent(name, handler) != null) {
            throw new IllegalArgumentException("there are two handlers of the name " + name);
        }
        return this;
    }

    /// Adds a handler that takes its keyword arguments as a record.
    public <A> ExecutorBuilder handler(String name, Class<A> type, RecordHandler<A> handler) {
        return handler(name, (arguments, context) -> handler.handle(arguments.as(type), context));
    }

    /// How many handlers run at once. Further requests are not read until one has ended.
    public ExecutorBuilder mostInFlight(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("expected at least 1 in flight, got " + most);
        }
        this.mostInFlight = most;
        return this;
    }

    /// How long those that run may go on when the executor stops. Then they are interrupted.
    public ExecutorBuilder stopGrace(Duration grace) {
        this.stopGrace = grace;
        return this;
    }

    /// Where to listen, instead of where the environment says.
    public ExecutorBuilder listenAt(ExecutorAddress here) {
        this.address = here;
        return this;
    }

    /// Whose traces are continued, instead of those of `GlobalOpenTelemetry`.
    public ExecutorBuilder telemetry(OpenTelemetry given) {
        this.telemetry = given;
        return this;
    }

    /// What [#run] does last, when no handler runs any more: the place to send the last spans.
    public ExecutorBuilder afterwards(Runnable last) {
        this.afterwards = last;
        return this;
    }

    /// Whose time deadlines are in.
    public ExecutorBuilder clock(InstantSource given) {
        this.clock = given;
        return this;
    }

    /// Where lines about what went wrong go, instead of stderr. Any thread calls it.
    public ExecutorBuilder log(Consumer<String> lines) {
        this.log = lines;
        return this;
    }

    /// Starts to listen.
    ///
    /// @throws ExecutorStartException if it cannot
    public Executor start() {
        Listener listener =
                Listener.bind(
                        address == null
                                ? ExecutorAddress.fromEnvironment(System.getenv())
                                : address);
        var tracing =
                new CallTracing(telemetry == null ? GlobalOpenTelemetry.getOrNoop() : telemetry);
        var desk = new CallDesk(handlers, new Execution(tracing), clock, mostInFlight);
        return new Executor(listener, desk, stopGrace, log);
    }

    /// Starts, and runs until the process is told to end. If a runner asks for it, what handlers print to [System#out] and [System#err] is marked
    /// from now on, and ends up in the logs of their calls.
    ///
    /// @return the exit status of the program: 0, or that of the [cause][ExecutorStartException.Cause] that kept it from starting
    public int run() {
        MarkedOutput.install(System.getenv());
        try {
            Executor executor = start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(executor), "executor-stop"));
            log.accept("executor listening at=" + executor.address());
            executor.awaitStopped();
            return 0;
        } catch (ExecutorStartException e) {
            log.accept("executor not started: " + e.getMessage());
            return e.kind().exitStatus();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private void stop(Executor executor) {
        executor.close();
        afterwards.run();
    }
}
