package dev.baton.worker;

import dev.baton.worker.SupervisorMessage.GracefulTermination;
import dev.baton.worker.SupervisorMessage.Welcome;
import dev.baton.worker.Verdict.Act;
import dev.baton.worker.Verdict.Cause;
import dev.baton.worker.Verdict.Ignore;
import dev.baton.worker.WorkerMessage.Hello;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// The supervisor's end: it says welcome first, and goes by the worker's hello from then on. Any thread may call it.
public final class SupervisorTalk implements Talk<WorkerMessage> {
    private final Set<Capability> offered;
    private final boolean lenient;
    private Standing standing = new Standing.AwaitingHello();

    /// How far the two have got.
    public sealed interface Standing {
        /// The welcome is out.
        record AwaitingHello() implements Standing {}

        /// No hello came in time: nothing is agreed on, until one comes after all.
        record Silent() implements Standing {}

        /// Both know these.
        record Agreed(Set<Capability> capabilities) implements Standing {
            public Agreed {
                capabilities = Set.copyOf(capabilities);
            }
        }
    }

    /// @param lenient whether messages that were not agreed on are taken all the same, if they are known and offered
    public SupervisorTalk(Set<Capability> offered, boolean lenient) {
        this.offered = Set.copyOf(offered);
        this.lenient = lenient;
    }

    /// The first message, to be sent at once.
    public Welcome welcome() {
        return new Welcome(offered.stream().sorted().map(Capability::word).toList());
    }

    public synchronized Standing standing() {
        return standing;
    }

    /// The worker has had its time to say hello.
    ///
    /// @return whether it did not use it
    public synchronized boolean helloIsOverdue() {
        if (standing instanceof Standing.AwaitingHello) {
            standing = new Standing.Silent();
        }
        return standing instanceof Standing.Silent;
    }

    /// Whether both ends know this.
    public synchronized boolean has(Capability capability) {
        return standing instanceof Standing.Agreed(var agreed) && agreed.contains(capability);
    }

    /// The line for a message, if it may be said. What the worker would not understand of it is left out.
    public Optional<byte[]> line(SupervisorMessage message) {
        if (!message.needs().map(this::has).orElse(true)) {
            return Optional.empty();
        }
        SupervisorMessage understood =
                message instanceof GracefulTermination end
                                && !has(Capability.GRACEFUL_TERMINATION_DEADLINE)
                        ? new GracefulTermination(end.finishTasks(), null)
                        : message;
        return Optional.of(MessageLine.write(SupervisorMessages.write(understood)));
    }

    @Override
    public Decoded<WorkerMessage> read(ObjectNode message) {
        return WorkerMessages.read(message);
    }

    @Override
    public synchronized Verdict<WorkerMessage> hear(Decoded<WorkerMessage> said) {
        return switch (said) {
            case Decoded.Invalid<WorkerMessage>(String type, String why) ->
                    new Ignore<>(Cause.INVALID, type, why);
            case Decoded.Unknown<WorkerMessage>(String type) ->
                    new Ignore<>(Cause.UNKNOWN, type, "there is no such message");
            case Decoded.Message<WorkerMessage>(Hello hello, String remark) -> hello(hello, remark);
            case Decoded.Message<WorkerMessage>(WorkerMessage message, String remark) ->
                    message(message, remark);
        };
    }

    private Verdict<WorkerMessage> hello(Hello hello, @Nullable String remark) {
        if (standing instanceof Standing.Agreed) {
            return new Ignore<>(Cause.REFUSED, "hello", "hello was said before");
        }
        String late = standing instanceof Standing.Silent ? "hello came late" : null;
        Set<Capability> both = EnumSet.noneOf(Capability.class);
        both.addAll(Capability.known(hello.capabilities()));
        both.retainAll(offered);
        standing = new Standing.Agreed(both);
        return new Act<>(hello, remark == null ? late : remark);
    }

    private Verdict<WorkerMessage> message(WorkerMessage message, @Nullable String remark) {
        Capability needed = message.needs().orElseThrow();
        if (has(needed)) {
            return new Act<>(message, remark);
        }
        String why =
                standing instanceof Standing.Agreed
                        ? "it was not agreed on"
                        : "hello has not been said yet";
        return lenient && offered.contains(needed)
                ? new Act<>(message, why + ", and taken all the same")
                : new Ignore<>(Cause.REFUSED, needed.word(), why);
    }
}
