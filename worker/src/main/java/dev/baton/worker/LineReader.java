package dev.baton.worker;

import tools.jackson.databind.node.ObjectNode;

import java.util.Optional;

/// Reads what the other end prints: messages to those who act on them, everything else to where output goes. For one thread.
///
/// @param <M> what the other end says
public final class LineReader<M> {
    private final LineFramer framer;
    private final Talk<M> talk;
    private final Ears<M> ears;

    /// Who hears what was read, on the reading thread: it must not wait for anybody.
    public interface Ears<M> {
        /// Takes ordinary output: whole lines, or the rest at the end. The bytes are the caller's only until this returns.
        void text(byte[] bytes, int from, int to);

        void heard(Verdict<M> verdict);
    }

    public LineReader(Talk<M> talk, Ears<M> ears) {
        this.talk = talk;
        this.ears = ears;
        this.framer = new LineFramer(new Lines());
    }

    public void feed(byte[] chunk, int from, int to) {
        framer.feed(chunk, from, to);
    }

    /// There is nothing more to read.
    public void end() {
        framer.end();
    }

    /// How many lines were too long.
    public long linesCut() {
        return framer.linesCut();
    }

    private final class Lines implements LineFramer.Sink {
        @Override
        public void text(byte[] bytes, int from, int to) {
            ears.text(bytes, from, to);
        }

        @Override
        public boolean message(byte[] bytes, int from, int to) {
            Optional<ObjectNode> message = MessageLine.read(bytes, from, to);
            message.ifPresent(json -> ears.heard(talk.hear(talk.read(json))));
            return message.isPresent();
        }
    }
}
