package dev.baton.worker;

import tools.jackson.databind.node.ObjectNode;

/// One end of a conversation: what was agreed on, and so what may be said.
///
/// @param <M> what the other end says
public sealed interface Talk<M> permits SupervisorTalk, WorkerTalk {
    Decoded<M> read(ObjectNode message);

    /// Judges the next message.
    Verdict<M> hear(Decoded<M> said);
}
