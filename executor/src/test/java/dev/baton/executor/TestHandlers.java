package dev.baton.executor;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/// Handlers that tell the test what happens to them.
final class TestHandlers {
    /// Ids of requests whose handler has begun to wait.
    final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();

    /// Ids of requests whose handler was interrupted.
    final BlockingQueue<String> interrupted = new LinkedBlockingQueue<>();

    private final CountDownLatch released = new CountDownLatch(1);

    /// Lets all that wait go on.
    void release() {
        released.countDown();
    }

    ExecutorBuilder executor(ExecutorAddress address) {
        return Executor.builder()
                .listenAt(address)
                .stopGrace(Duration.ZERO)
                .handler("echo", (args, _) -> new RawJson(args.positionalJson()))
                .handler("add", (args, _) -> args.get(0, int.class) + args.get(1, int.class))
                .handler("wait", this::await)
                .handler("stubborn", this::ignoreInterrupts)
                .handler(
                        "fail",
                        (_, _) -> {
                            throw new IllegalStateException("out of luck");
                        })
                .handler(
                        "retry",
                        (_, _) -> {
                            throw new RetryException(Duration.ofMillis(2_500), "busy");
                        })
                .handler(
                        "fatal",
                        (_, _) -> {
                            throw new FatalException("no such account", "E42");
                        });
    }

    private Object await(Arguments arguments, CallContext context) throws InterruptedException {
        waiting.add(context.requestId());
        try {
            released.await();
            return "released";
        } catch (InterruptedException e) {
            interrupted.add(context.requestId());
            throw e;
        }
    }

    /// Goes on in spite of all interrupts, until it is released.
    private Object ignoreInterrupts(Arguments arguments, CallContext context) {
        waiting.add(context.requestId());
        while (true) {
            try {
                released.await();
                return context.isCancelled();
            } catch (InterruptedException _) {
                interrupted.add(context.requestId());
            }
        }
    }
}
