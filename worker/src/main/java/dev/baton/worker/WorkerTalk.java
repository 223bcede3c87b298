package dev.baton.worker;

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

/// The worker's end: it is silent until somebody says welcome, for there may be no supervisor. Any thread may call it.
public final class WorkerTalk implements Talk<SupervisorMessage> {
    private final Set<Capability> supported;
    private Standing standing = new Standing.Alone();

    /// How far the two have got.
    public sealed interface Standing {
        /// Nobody has said welcome: there is no supervisor, as far as we know.
        record Alone() implements Standing {}

        /// Both know these.
        record Agreed(Set<Capability> capabilities) implements Standing {
            public Agreed {
                capabilities = Set.copyOf(capabilities);
            }
        }
    }

    public WorkerTalk(Set<Capability> supported) {
        this.supported = Set.copyOf(supported);
    }

    /// Whether there is a supervisor.
    public synchronized boolean isSupervised() {
        return standing instanceof Standing.Agreed;
    }

    /// Whether both ends know this.
    public synchronized boolean has(Capability capability) {
        return standing instanceof Standing.Agreed(var agreed) && agreed.contains(capability);
    }

    /// The answer to the welcome, once that was heard. It names what both know, and nothing more.
    public synchronized Optional<byte[]> hello() {
        return standing instanceof Standing.Agreed(var agreed)
                ? Optional.of(
                        write(new Hello(agreed.stream().sorted().map(Capability::word).toList())))
                : Optional.empty();
    }

    /// The line for a message, if it may be said.
    public Optional<byte[]> line(WorkerMessage message) {
        return message.needs().map(this::has).orElse(false)
                ? Optional.of(write(message))
                : Optional.empty();
    }

    private static byte[] write(WorkerMessage message) {
        return MessageLine.write(WorkerMessages.write(message));
    }

    @Override
    public Decoded<SupervisorMessage> read(ObjectNode message) {
        return SupervisorMessages.read(message);
    }

    @Override
    public synchronized Verdict<SupervisorMessage> hear(Decoded<SupervisorMessage> said) {
        return switch (said) {
            case Decoded.Invalid<SupervisorMessage>(String type, String why) ->
                    new Ignore<>(Cause.INVALID, type, why);
            case Decoded.Unknown<SupervisorMessage>(String type) ->
                    new Ignore<>(Cause.UNKNOWN, type, "there is no such message");
            case Decoded.Message<SupervisorMessage>(Welcome welcome, String remark) ->
                    welcome(welcome, remark);
            case Decoded.Message<SupervisorMessage>(SupervisorMessage message, String remark) ->
                    message(message, remark);
        };
    }

    private Verdict<SupervisorMessage> welcome(Welcome welcome, @Nullable String remark) {
        if (standing instanceof Standing.Agreed) {
            return new Ignore<>(Cause.REFUSED, "welcome", "welcome was said before");
        }
        Set<Capability> both = EnumSet.noneOf(Capability.class);
        both.addAll(Capability.known(welcome.capabilities()));
        both.retainAll(supported);
        standing = new Standing.Agreed(both);
        return new Act<>(welcome, remark);
    }

    private Verdict<SupervisorMessage> message(SupervisorMessage message, @Nullable String remark) {
        Capability needed = message.needs().orElseThrow();
        return has(needed)
                ? new Act<>(message, remark)
                : new Ignore<>(
                        Cause.REFUSED,
                        needed.word(),
                        standing instanceof Standing.Agreed
                                ? "it was not agreed on"
                                : "welcome has not been said yet");
    }
}
