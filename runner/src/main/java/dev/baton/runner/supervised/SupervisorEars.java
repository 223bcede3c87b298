package dev.baton.runner.supervised;

import dev.baton.worker.Capability;
import dev.baton.worker.LineReader;
import dev.baton.worker.SupervisorMessage;
import dev.baton.worker.SupervisorMessage.GracefulTermination;
import dev.baton.worker.SupervisorMessage.NewCredentials;
import dev.baton.worker.SupervisorMessage.Ping;
import dev.baton.worker.SupervisorMessage.Welcome;
import dev.baton.worker.Verdict;
import dev.baton.worker.WorkerMessage.Pong;
import dev.baton.worker.WorkerTalk;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Listens to whoever started this process, in case that is a supervisor. Nothing is said before it says welcome; when it is gone
/// without a word, we end by ourselves instead of living on as an orphan.
public final class SupervisorEars implements LineReader.Ears<SupervisorMessage> {
    private static final Logger log = LoggerFactory.getLogger(SupervisorEars.class);
    private static final int CHUNK_BYTES = 8 << 10;
    private static final Set<Capability> SUPPORTED =
            EnumSet.of(
                    Capability.GRACEFUL_TERMINATION,
                    Capability.GRACEFUL_TERMINATION_DEADLINE,
                    Capability.NEW_CREDENTIALS,
                    Capability.PING);

    /// A supervisor of another system renews its own credentials, which are of no use to us.
    private static final String OUR_TOKENS = "baton_";

    private final Supervised runner;
    private final OutputStream out;
    private final WorkerTalk talk = new WorkerTalk(SUPPORTED);

    private SupervisorEars(Supervised runner, OutputStream out) {
        this.runner = runner;
        this.out = out;
    }

    /// Listens to our standard input, if it is something that another program can write to. A terminal is left alone: a process
    /// in the background that reads from it would be stopped.
    public static void listen(Supervised runner) {
        if (isFromAProgram()) {
            listen(runner, System.in, System.out);
        }
    }

    /// Listens to this input.
    static void listen(Supervised runner, InputStream in, OutputStream out) {
        var ears = new SupervisorEars(runner, out);
        Thread.ofPlatform().daemon().name("supervisor-ears").start(() -> ears.read(in));
    }

    private static boolean isFromAProgram() {
        try {
            String input = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return input.startsWith("pipe:") || input.startsWith("socket:");
        } catch (IOException _) {
            return false;
        }
    }

    private void read(InputStream in) {
        var reader = new LineReader<>(talk, this);
        var chunk = new byte[CHUNK_BYTES];
        try {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                reader.feed(chunk, 0, read);
            }
        } catch (IOException e) {
            log.debug("standard input broke", e);
        }
        if (talk.isSupervised()) {
            log.warn("supervisor is gone, the runner stops");
            runner.finish(null);
        }
    }

    /// A supervisor has nothing to print through us.
    @Override
    public void text(byte[] bytes, int from, int to) {}

    @Override
    public void heard(Verdict<SupervisorMessage> verdict) {
        switch (verdict) {
            case Verdict.Act<SupervisorMessage>(SupervisorMessage message, String remark) -> {
                if (remark != null) {
                    log.warn("supervisor said something odd remark=\"{}\"", remark);
                }
                act(message);
            }
            case Verdict.Ignore<SupervisorMessage>(Verdict.Cause cause, String type, String why) ->
                    log.warn("supervisor's message was ignored cause={} why=\"{}\"", cause, why);
        }
    }

    private void act(SupervisorMessage message) {
        switch (message) {
            case Welcome _ -> {
                log.info("supervisor said welcome");
                say(talk.hello());
            }
            case GracefulTermination end when end.finishTasks() -> {
                log.info("supervisor announced the end finish_tasks=true left={}", end.deadline());
                runner.finish(end.deadline());
            }
            case GracefulTermination end -> {
                log.info("supervisor announced the end finish_tasks=false left={}", end.deadline());
                runner.giveBack();
            }
            case NewCredentials fresh when fresh.accessToken().startsWith(OUR_TOKENS) -> {
                log.info("supervisor handed over a new token");
                runner.useToken(fresh.accessToken());
            }
            case NewCredentials _ ->
                    log.info(
                            "supervisor's credentials were ignored: they are not of a Baton orchestrator");
            case Ping ping -> say(talk.line(new Pong(ping.id())));
        }
    }

    /// In one piece, so that nothing else that we print gets in between.
    private void say(Optional<byte[]> line) {
        if (line.isEmpty()) {
            return;
        }
        synchronized (out) {
            try {
                out.write(line.get());
                out.flush();
            } catch (IOException e) {
                log.warn("supervisor does not listen cause={}", e.toString());
            }
        }
    }
}
