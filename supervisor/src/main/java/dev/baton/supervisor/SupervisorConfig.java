package dev.baton.supervisor;

import dev.baton.supervisor.notice.CloudNotice.Cloud;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import javax.net.ssl.SSLContext;

/// What start-worker was told to do.
public record SupervisorConfig(
        Worker worker,
        Protocol protocol,
        Termination termination,
        Notice notice,
        Exits exits,
        Restart restart,
        Status status) {

    /// The process.
    ///
    /// @param cwd where it works
    /// @param env what is added to our environment, or all of its own
    /// @param inheritEnv whether it gets our environment too
    public record Worker(
            List<String> command, Path cwd, Map<String, String> env, boolean inheritEnv) {
        public Worker {
            command = List.copyOf(command);
            env = Map.copyOf(env);
        }

        /// The environment may hold secrets, and is not printed.
        @Override
        public String toString() {
            return "Worker[command=%s, cwd=%s]".formatted(command, cwd);
        }
    }

    /// How we talk.
    ///
    /// @param lenient whether messages are taken that were not agreed on
    /// @param pingInterval how often a sign of life is asked for; zero for never
    /// @param pingTimeout how long it may take; then the worker is taken for hung
    public record Protocol(
            boolean lenient, Duration helloTimeout, Duration pingInterval, Duration pingTimeout) {}

    /// How long a worker may take to end.
    ///
    /// @param finishGrace when it may finish what it does
    /// @param grace when it may not
    /// @param killGrace from TERM to KILL
    public record Termination(Duration finishGrace, Duration grace, Duration killGrace) {}

    /// Where the end of the machine is announced, apart from signals.
    ///
    /// @param interval how often each source is asked
    /// @param orchestrator the orchestrator that the worker is a runner of, if it is one
    /// @param askOrchestrator whether it is asked too
    public record Notice(
            Duration interval,
            @Nullable Path file,
            @Nullable Cloud cloud,
            @Nullable URI cloudAddress,
            @Nullable Orchestrator orchestrator,
            boolean askOrchestrator) {}

    /// An orchestrator, and who we are to it.
    ///
    /// @param authorities whose certificates are trusted; null for those that the Java runtime trusts
    /// @param tokenFile read again and again: a new token in it is handed to the worker
    public record Orchestrator(
            URI server, @Nullable SSLContext authorities, Path tokenFile, String runnerId) {}

    /// What is done at ends.
    ///
    /// @param removeRunner whether the runner is taken out of the orchestrator when the worker asks for a shutdown
    /// @param shutdown what is run then, if that is not to be done or fails; empty for nothing
    /// @param hook what is run whenever a worker has ended; empty for nothing
    /// @param codes what we end with instead, for ends of the worker
    public record Exits(
            boolean removeRunner,
            List<String> shutdown,
            List<String> hook,
            Duration hookTimeout,
            Map<Integer, Integer> codes) {
        public Exits {
            shutdown = List.copyOf(shutdown);
            hook = List.copyOf(hook);
            codes = Map.copyOf(codes);
        }
    }

    /// When a worker is started again.
    ///
    /// @param most how often within the window; then we give up
    public record Restart(
            Policy policy, Duration backoff, Duration mostBackoff, int most, Duration window) {}

    /// After which ends.
    public enum Policy {
        NEVER,
        ON_FAILURE,
        ALWAYS
    }

    /// How we can be watched.
    ///
    /// @param file where we write how we are
    /// @param port on which metrics are served on loopback; 0 for none
    public record Status(Path file, int port) {}
}
