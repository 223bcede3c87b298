package dev.baton.simulation;

import dev.baton.core.JobId;
import dev.baton.executor.pool.SteppedPool;
import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.EnvelopeCodec;
import dev.baton.executor.wire.ExecutionOutcome;
import dev.baton.executor.wire.ExecutionRequest;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A process of an executor, life after life. It speaks the real protocol, and does with it what the handlers that it is asked for are
/// called.
final class SimulatedExecutor implements SteppedPool.Machine {
    private static final int HEADER_BYTES = 4;
    private static final double STILLBORN = 0.05;
    private static final double LONGEST_START = 10;

    private final SimulatedPool pool;
    private final String name;
    private final Map<String, Execution> executions = new LinkedHashMap<>();
    private SteppedPool.@Nullable PlayedProcess process;
    private int life;
    private boolean alive;
    private boolean reading = true;

    /// A handler at work.
    private static final class Execution {
        final SteppedPool.Wire wire;
        final ExecutionRequest request;
        final SimulatedCall call;
        boolean working;

        Execution(SteppedPool.Wire wire, ExecutionRequest request, SimulatedCall call) {
            this.wire = wire;
            this.request = request;
            this.call = call;
        }

        JobId job() {
            return call.granted().jobId();
        }

        int epoch() {
            return call.granted().epoch();
        }
    }

    SimulatedExecutor(SimulatedPool pool, String name) {
        this.pool = pool;
        this.name = name;
    }

    private World world() {
        return pool.runner().world;
    }

    void start() {
        life++;
        alive = true;
        reading = true;
        boolean stillborn = world().faults().happens(STILLBORN);
        double seconds = world().chance().acrossScales(0.05, LONGEST_START);
        soon(
                seconds,
                () -> {
                    if (stillborn) {
                        alive = false;
                        startLater(pool.real().stillborn(world().chance().number()));
                    } else {
                        process = pool.real().ready(this);
                    }
                });
    }

    private void startLater(Duration pause) {
        pool.runner().after(pause.toNanos(), this::start);
    }

    /// Happens to this life of the process, and needs nobody else.
    private void soon(double seconds, Runnable what) {
        int of = life;
        world().timeline()
                .after(
                        Timeline.seconds(seconds),
                        () -> {
                            if (alive && of == life) {
                                what.run();
                            }
                        });
    }

    /// Reaches the runner when it does not stand still.
    private void tell(Runnable what) {
        var runner = pool.runner();
        int of = runner.life();
        world().timeline().after(world().network().latency(), () -> runner.happen(of, what));
    }

    /// It is killed: the runner notices, and starts another.
    void kill(String why) {
        if (!alive) {
            return;
        }
        world().story().tell(() -> name + " is killed: " + why);
        die();
        var dead = process;
        process = null;
        tell(
                () ->
                        startLater(
                                dead == null
                                        ? pool.real().stillborn(world().chance().number())
                                        : dead.buried("killed", world().chance().number())));
    }

    /// Stands still: it reads nothing for a while.
    void stall(long nanos) {
        if (alive && reading) {
            world().story().tell(() -> name + " reads nothing for " + Timeline.shown(nanos));
            reading = false;
            int of = life;
            pool.runner()
                    .after(
                            nanos,
                            () -> {
                                if (of == life && alive) {
                                    reading = true;
                                    if (process != null) {
                                        process.reads();
                                    }
                                }
                            });
        }
    }

    /// It is gone, with all that it does.
    void die() {
        alive = false;
        executions.values().forEach(this::stopWork);
        executions.clear();
    }

    private void stopWork(Execution execution) {
        if (execution.working) {
            execution.working = false;
            world().oracle().stopsWork(execution.job(), pool.runner(), execution.epoch());
        }
    }

    @Override
    public boolean isThere() {
        return alive;
    }

    @Override
    public boolean isReading() {
        return reading;
    }

    @Override
    public void condemned(String why) {
        kill(why);
    }

    @Override
    public void heard(SteppedPool.Wire on, byte[] frame) {
        switch (EnvelopeCodec.decode(Arrays.copyOfRange(frame, HEADER_BYTES, frame.length))) {
            case ExecutionRequest request -> asked(on, request);
            case CancelRequest cancel ->
                    soon(world().chance().untilNext(0.01), () -> cancelled(cancel));
            case ExecutionOutcome outcome ->
                    throw new IllegalStateException("expected no answer, got " + outcome);
        }
    }

    private void asked(SteppedPool.Wire on, ExecutionRequest request) {
        var job = JobId.parse(request.jobId());
        var call = pool.undispatched(request);
        if (call == null) {
            world().oracle().violate("a request is sent for a call", job, name + " was asked");
            return;
        }
        call.dispatch();
        var execution = new Execution(on, request, call);
        executions.put(request.requestId(), execution);
        if (executions.size() > pool.mostInFlight()) {
            world().oracle()
                    .violate(
                            "no process has more calls than slots",
                            job,
                            "%s has %d".formatted(name, executions.size()));
        }
        soon(world().chance().untilNext(0.005), () -> begin(execution));
    }

    private void begin(Execution execution) {
        if (!executions.containsValue(execution)) {
            return;
        }
        execution.working = true;
        world().oracle().startsWork(execution.job(), pool.runner(), execution.epoch());
        var behaviour = Behaviour.of(execution.request.functionName());
        world().calls().behaves(execution.job(), execution.epoch(), behaviour);
        double limit = execution.call.granted().times().maxRuntime().toMillis() / 1e3;
        double most = Math.max(0.02, behaviour.ends() ? limit * 1.1 : limit * 3);
        double seconds = world().chance().acrossScales(0.01, most);
        if (behaviour == Behaviour.ANSWERS_LATE) {
            // By every clock, however fast it goes.
            soon(limit * 1.01 + seconds, () -> end(execution, behaviour));
        } else if (behaviour.ends()) {
            soon(seconds, () -> end(execution, behaviour));
        }
    }

    private void end(Execution execution, Behaviour behaviour) {
        if (executions.get(execution.request.requestId()) != execution) {
            return;
        }
        stopWork(execution);
        if (behaviour == Behaviour.CRASHES) {
            kill("a handler crashed it");
            return;
        }
        if (behaviour != Behaviour.ANSWERS_ANOTHER_REQUEST) {
            executions.remove(execution.request.requestId());
        }
        answer(execution, behaviour.answers(execution.request));
        if (behaviour == Behaviour.HANGS_UP_IN_THE_MIDDLE) {
            tell(() -> ifProcess(p -> p.hangsUp(execution.wire)));
        }
    }

    private void answer(Execution execution, List<byte[]> answers) {
        tell(() -> ifProcess(p -> answers.forEach(bytes -> p.says(execution.wire, bytes))));
    }

    private void ifProcess(Consumer<SteppedPool.PlayedProcess> what) {
        var now = process;
        if (now != null) {
            what.accept(now);
        }
    }

    private void cancelled(CancelRequest cancel) {
        var execution = executions.get(cancel.requestId());
        if (execution != null && Behaviour.of(execution.request.functionName()).obeys()) {
            executions.remove(cancel.requestId());
            stopWork(execution);
            answer(execution, List.of(Behaviour.cancelled(execution.request)));
        }
    }
}
