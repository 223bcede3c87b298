package dev.baton.executor.pool;

import dev.baton.executor.pool.Conversation.Begun;
import dev.baton.executor.wire.CancelRequest;
import dev.baton.executor.wire.EnvelopeCodec;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// The pool of one executor without its threads, sockets and processes: whoever has it plays the processes, and looks at the calls after each thing
/// that happened, and in time. Slots, requests, answers, time limits, cancels and restarts are the code that runs in production.
///
/// Not for production. One thread.
public final class SteppedPool {
    private final String name;
    private final ExecutorConfig config;
    private final Circumstances circumstances;
    private final RequestIds ids;
    private final Crashes crashes;
    private final Places<PlayedProcess> places;

    /// What a pool meets in a simulation.
    ///
    /// @param clock the wall clock of its machine
    /// @param nanos the monotonic one
    /// @param chance for ids
    /// @param changed called when there are more or fewer slots in all
    public record Circumstances(
            InstantSource clock, LongSupplier nanos, RandomGenerator chance, Runnable changed) {}

    public SteppedPool(String name, ExecutorConfig config, Circumstances circumstances) {
        this.name = name;
        this.config = config;
        this.circumstances = circumstances;
        this.ids = new RequestIds(circumstances.chance());
        this.crashes = new Crashes(config.restarts());
        this.places = new Places<>(config.maxInFlight(), circumstances.changed());
    }

    public Slots slots() {
        return places.slots();
    }

    /// Whoever plays a process.
    public interface Machine {
        /// Whether it can be connected to.
        boolean isThere();

        /// Whether it reads what it is sent. What it does not read now it is sent when it says so.
        boolean isReading();

        /// A frame came.
        ///
        /// @param on what an answer goes to
        void heard(Wire on, byte[] frame);

        /// It has to go: it is to be killed, and then to be buried.
        void condemned(String why);
    }

    /// A connection to a process.
    public static final class Wire implements Talk.Way {
        private final FrameAssembly assembly = new FrameAssembly();
        private boolean isOpen = true;

        private Wire() {}

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        @Override
        public void close() {
            isOpen = false;
        }

        @Override
        public FrameAssembly assembly() {
            return assembly;
        }
    }

    /// A process can be connected to: it takes calls from now on.
    public PlayedProcess ready(Machine machine) {
        var process = new PlayedProcess(this, machine, config.maxInFlight() > 1);
        places.add(process);
        return process;
    }

    /// A process ended before it could be connected to.
    ///
    /// @param chance for the jitter
    /// @return how long until another is started
    public Duration stillborn(long chance) {
        return afterDeath(false, chance);
    }

    /// Calls a function. It goes on when it is looked at.
    public SteppedCall call(Call call) {
        return new SteppedCall(this, call);
    }

    long nanos() {
        return circumstances.nanos().getAsLong();
    }

    Duration longestWait() {
        return config.times().start();
    }

    /// Sends a request to a process that has a slot.
    ///
    /// @return null if none has, and one is worth waiting for
    @Nullable Attempt attempt(Call call) {
        PlayedProcess process;
        try {
            process = places.take(Duration.ZERO);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a simulation is not interrupted", e);
        }
        if (process == null) {
            return places.isHopeless()
                    ? new Attempt(null, new Begun.Over(ExecutorPool.noneReady(name)))
                    : null;
        }
        var now = new Conversation.Moment(circumstances.clock().instant(), nanos());
        return new Attempt(
                process,
                Conversation.begin(process, call, config.times().cancelGrace(), ids.next(), now));
    }

    /// @param process the one whose slot is taken, if one's is
    record Attempt(@Nullable PlayedProcess process, Begun begun) {}

    CallResult noneReady() {
        return ExecutorPool.noneReady(name);
    }

    void giveBack(PlayedProcess process) {
        places.giveBack(process);
    }

    /// One process, as the pool sees it.
    public static final class PlayedProcess implements Callee, Talk.Ears {
        private final SteppedPool pool;
        private final Machine machine;
        private final boolean isShared;
        private final Talk talk;
        private Wire shared = new Wire();
        private boolean hasAnswered;
        private @Nullable String condemned;
        private @Nullable Exchange culprit;

        private PlayedProcess(SteppedPool pool, Machine machine, boolean isShared) {
            this.pool = pool;
            this.machine = machine;
            this.isShared = isShared;
            this.talk = new Talk(this, pool.circumstances.nanos());
        }

        /// It says something, well-formed or not.
        public void says(Wire on, byte[] bytes) {
            if (on.isOpen()) {
                talk.hear(on, ByteBuffer.wrap(bytes));
            }
        }

        /// It closes a connection.
        public void hangsUp(Wire on) {
            if (on.isOpen()) {
                talk.hearEnd(on);
            }
        }

        /// It reads again.
        public void reads() {
            for (var exchange : talk.inFlight()) {
                if (!exchange.isDispatched() && exchange.way() instanceof Wire wire) {
                    machine.heard(wire, exchange.dispatch());
                }
            }
        }

        /// Nothing of it is left: whoever waits for an answer is told so.
        ///
        /// @param chance for the jitter
        /// @return how long until another is started
        public Duration buried(String how, long chance) {
            pool.places.remove(this);
            String why = condemned == null ? "it ended by itself" : condemned;
            talk.end("%s: %s".formatted(how, why), culprit);
            return pool.afterDeath(hasAnswered, chance);
        }

        @Override
        public String title() {
            return "a process of executor " + pool.name;
        }

        @Override
        public boolean send(Exchange exchange) {
            if (!machine.isThere()) {
                broken("it cannot be sent requests");
                return false;
            }
            if (!isShared || !shared.isOpen()) {
                shared = new Wire();
            }
            talk.add(exchange);
            exchange.on(shared);
            if (machine.isReading()) {
                machine.heard(shared, exchange.dispatch());
            }
            return true;
        }

        @Override
        public void cancel(Exchange exchange, boolean isHard) {
            if (machine.isThere() && machine.isReading()) {
                machine.heard(
                        new Wire(),
                        EnvelopeCodec.frame(
                                new CancelRequest(exchange.jobId(), exchange.requestId(), isHard)));
            }
        }

        @Override
        public void condemnFor(Exchange call, String reason) {
            condemn(reason, call);
        }

        private void condemn(String reason, @Nullable Exchange call) {
            if (condemned == null) {
                condemned = reason;
                culprit = call;
                pool.places.remove(this);
                machine.condemned(reason);
            }
        }

        @Override
        public void answered() {
            hasAnswered = true;
            pool.crashes.answered();
        }

        @Override
        public void faulty(AnswerFault fault, String detail) {}

        @Override
        public void broken(String why) {
            condemn(why, null);
        }

        @Override
        public boolean isMade(String requestId) {
            return pool.ids.isMade(requestId);
        }
    }

    private Duration afterDeath(boolean hasAnswered, long chance) {
        return switch (hasAnswered ? crashes.ended(chance) : crashes.crashed(nanos(), chance)) {
            case Crashes.Decision.StartAgain(Duration after) -> after;
            case Crashes.Decision.Rest(Duration pause, _, _) -> {
                places.rest();
                yield pause;
            }
        };
    }
}
