package dev.baton.executor.pool;

import dev.baton.executor.pool.Conversation.Begun;

import org.jspecify.annotations.Nullable;

/// A call of a [SteppedPool]: what the thread does that calls [ExecutorPool#call], one step at a time.
public final class SteppedCall {
    private final SteppedPool pool;
    private final Call call;
    private final long latestBegin;
    private SteppedPool.@Nullable PlayedProcess process;
    private @Nullable Conversation conversation;
    private @Nullable CallResult result;
    private boolean isInterrupted;

    SteppedCall(SteppedPool pool, Call call) {
        this.pool = pool;
        this.call = call;
        this.latestBegin = pool.nanos() + pool.longestWait().toNanos();
    }

    /// Nobody wants the answer any more.
    public void interrupt() {
        isInterrupted = true;
    }

    /// Does what can be done now.
    ///
    /// @return how the call ended; null while it may be going on
    public @Nullable CallResult look() {
        if (result == null && conversation == null) {
            begin();
        }
        if (result == null && conversation != null) {
            result = look(conversation);
            if (result != null) {
                giveBack();
            }
        }
        return result;
    }

    private void begin() {
        if (isInterrupted) {
            result = ExecutorPool.interrupted();
            return;
        }
        var attempt = pool.attempt(call);
        if (attempt == null) {
            result = pool.nanos() - latestBegin >= 0 ? pool.noneReady() : null;
            return;
        }
        process = attempt.process();
        switch (attempt.begun()) {
            case Begun.UnderWay(Conversation begun) -> conversation = begun;
            case Begun.Over(CallResult over) -> {
                result = over;
                giveBack();
            }
        }
    }

    private @Nullable CallResult look(Conversation begun) {
        long now = pool.nanos();
        if (now - begun.exchange().deadline() >= 0) {
            begun.exchange().ring();
        }
        if (isInterrupted) {
            begun.interrupt();
        }
        return begun.look(now);
    }

    private void giveBack() {
        if (process != null) {
            pool.giveBack(process);
        }
    }

    /// When to look again, if nothing happens before, by the monotonic clock.
    public long lookAt() {
        if (conversation == null) {
            return latestBegin;
        }
        var exchange = conversation.exchange();
        return exchange.isOverdue()
                ? conversation.lookAt()
                : Math.min(exchange.deadline(), conversation.lookAt());
    }
}
