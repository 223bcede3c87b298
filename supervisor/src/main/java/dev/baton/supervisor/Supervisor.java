package dev.baton.supervisor;

import dev.baton.sandbox.Box;
import dev.baton.sandbox.BoxPlan;
import dev.baton.sandbox.Isolation;
import dev.baton.sandbox.ProcessSandbox;
import dev.baton.sandbox.Sandbox;
import dev.baton.settings.UserEnvironment;
import dev.baton.supervisor.StatusFile.Phase;
import dev.baton.supervisor.notice.CloudNotice;
import dev.baton.supervisor.notice.FileNotice;
import dev.baton.supervisor.notice.NoticeSource;
import dev.baton.supervisor.notice.Notices;
import dev.baton.supervisor.notice.OrchestratorNotice;
import dev.baton.supervisor.notice.TerminationNotice;
import dev.baton.worker.Capability;
import dev.baton.worker.SupervisorTalk;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/// start-worker: one worker, life after life, until its end is ours. Read it from top to bottom.
public final class Supervisor implements AutoCloseable {
    private static final String INSTANCE = "BATON_INSTANCE";
    private static final Logger log = LoggerFactory.getLogger(Supervisor.class);
    private static final int TERMINATED = 143;

    /// From the orchestrator.
    private static final Duration LONGEST_REMOVAL = Duration.ofSeconds(10);

    private final SupervisorConfig config;
    private final InstantSource clock;
    private final Notices notices = new Notices();
    private final Counts counts = new Counts();
    private final OurOutput output;
    private final Sandbox sandbox;
    private final SideCommand beside;
    private final Voice voice;
    private final StatusFile status;
    private final MetricsPage metrics;
    private final RestartPolicy restarts;
    private final @Nullable OrchestratorNotice orchestrator;

    /// What the worker's process is called at the orchestrator, if it is a runner: a new one for each life.
    private volatile String instance = UUID.randomUUID().toString();

    private final @Nullable TokenFile token;
    private final List<AutoCloseable> sources = new ArrayList<>();

    /// Makes everything ready; nothing is started yet.
    ///
    /// @param state a directory for files of the sandbox, for this supervisor alone
    /// @param out where the worker's output goes, as our own
    /// @throws IOException if the status cannot be served
    public Supervisor(
            SupervisorConfig config,
            Path state,
            InstantSource clock,
            OutputStream out,
            OutputStream err)
            throws IOException {
        this.config = config;
        this.clock = clock;
        this.output = new OurOutput(out, err);
        this.sandbox = ProcessSandbox.start(state);
        this.beside = new SideCommand(sandbox, config.worker().cwd(), output);
        this.status = new StatusFile(config.status().file(), counts, clock);
        this.metrics = MetricsPage.start(config.status().port(), counts, status);
        this.restarts = new RestartPolicy(config.restart());
        var named = config.notice().orchestrator();
        this.token = named == null ? null : new TokenFile(named.tokenFile(), named.runnerId());
        this.orchestrator =
                named == null || token == null
                        ? null
                        : new OrchestratorNotice(
                                named.server(),
                                named.authorities(),
                                token::text,
                                named.runnerId(),
                                clock);
        this.voice = new Voice(output, counts, this::shutDownMachine);
    }

    /// Somebody wants the end, e.g. by a signal. The second time there is no time left.
    public void terminate(String reason) {
        boolean isFirst = notices.heard().isEmpty();
        notices.tell(new TerminationNotice(reason, isFirst, null));
    }

    /// Works until there is nothing left to do.
    ///
    /// @return what to end with
    public int run() throws InterruptedException {
        notices.ask(sources(), config.notice().interval());
        int code = lifeAfterLife();
        voice.finish(config.exits().hookTimeout().plus(LONGEST_REMOVAL));
        return mapped(code);
    }

    private int lifeAfterLife() throws InterruptedException {
        while (true) {
            int code = live();
            runHook(code);
            if (notices.heard().isPresent()) {
                log.info("worker ended after it was told to code={}", code);
                return code == TERMINATED ? 0 : code;
            }
            switch (restarts.ended(
                    code, System.nanoTime(), ThreadLocalRandom.current().nextLong())) {
                case RestartPolicy.Decision.Done _ -> {
                    log.info("worker ended code={}", code);
                    return code;
                }
                case RestartPolicy.Decision.GiveUp(String why) -> {
                    log.error(
                            "worker ended and is not started again code={} why=\"{}\"", code, why);
                    return code;
                }
                case RestartPolicy.Decision.StartAgain(Duration after) -> {
                    log.warn("worker ended, starts again code={} after={}", code, after);
                    status.phase(Phase.WAITING, 0);
                    if (notices.await(Optional.empty(), after)) {
                        return code;
                    }
                    counts.restarted();
                }
            }
        }
    }

    private List<NoticeSource> sources() {
        var asked = new ArrayList<NoticeSource>();
        var terms = config.notice();
        if (terms.file() != null) {
            asked.add(new FileNotice(terms.file()));
        }
        if (terms.cloud() != null) {
            var address = terms.cloudAddress();
            var cloud =
                    new CloudNotice(
                            terms.cloud(),
                            address == null ? terms.cloud().usualAddress() : address,
                            clock);
            asked.add(cloud);
            sources.add(cloud);
        }
        if (orchestrator != null) {
            sources.add(orchestrator);
            if (terms.askOrchestrator()) {
                asked.add(orchestrator);
            }
        }
        return asked;
    }

    /// One process of the worker. If we are killed, it sees the end of its input, and may finish what it does.
    ///
    /// @return how it ended
    private int live() throws InterruptedException {
        status.phase(Phase.STARTING, 0);
        instance = UUID.randomUUID().toString();
        var talk = new SupervisorTalk(EnumSet.allOf(Capability.class), config.protocol().lenient());
        var life = new WorkerLife(config.protocol(), talk, output, counts, voice);
        try (Box box =
                sandbox.open(
                        new BoxPlan(
                                "worker",
                                config.worker().cwd(),
                                environment(),
                                Isolation.PROCESS,
                                config.termination().finishGrace()))) {
            life.start(box, config.worker());
            status.running(life);
            int code =
                    new Watching(config.termination(), notices, clock, status, token)
                            .watch(life, box, counts);
            life.over();
            return code;
        } finally {
            status.phase(Phase.ENDED, 0);
        }
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        if (config.worker().inheritEnv()) {
            environment.putAll(UserEnvironment.ofThisProcess());
        }
        environment.putAll(config.worker().env());
        environment.put(INSTANCE, instance);
        return environment;
    }

    private void runHook(int code) throws InterruptedException {
        if (!config.exits().hook().isEmpty()) {
            beside.run(
                    "exit-hook",
                    config.exits().hook(),
                    Map.of("BATON_WORKER_EXIT_CODE", Integer.toString(code)),
                    config.exits().hookTimeout());
        }
    }

    /// The worker has no use for its machine any more.
    private void shutDownMachine() {
        log.info("worker asked for a shutdown");
        notices.tell(new TerminationNotice("the worker asked for a shutdown", true, null));
        try {
            if (!config.exits().removeRunner() || !isRemoved()) {
                if (config.exits().shutdown().isEmpty()) {
                    log.info("nothing is configured to shut the machine down with");
                } else {
                    beside.run(
                            "shutdown",
                            config.exits().shutdown(),
                            Map.of(),
                            config.exits().hookTimeout());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isRemoved() throws InterruptedException {
        if (orchestrator == null) {
            return false;
        }
        try {
            orchestrator.removeRunner(instance);
            log.info("runner was removed from the orchestrator");
            return true;
        } catch (IOException e) {
            log.warn("runner could not be removed from the orchestrator cause={}", e.toString());
            return false;
        }
    }

    /// How things are.
    ObjectNode status() {
        return status.json();
    }

    private int mapped(int code) {
        return config.exits().codes().getOrDefault(code, code);
    }

    @Override
    public void close() {
        notices.close();
        voice.close();
        sandbox.close();
        metrics.close();
        status.remove();
        for (AutoCloseable source : sources) {
            try {
                source.close();
            } catch (Exception e) {
                log.debug("source could not be closed", e);
            }
        }
    }
}
