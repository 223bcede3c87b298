package dev.baton.simulation;

import java.util.function.Consumer;

/// A question over HTTP, asked of one orchestrator after another until one answers. On the way it may be lost or come twice,
/// and so may the answer.
final class Asking<T> {
    /// Puts the question, and passes the answer on when there is one.
    interface Question<T> {
        void put(SimulatedOrchestrator to, Consumer<T> answer);
    }

    private static final double PATIENCE = 30;
    private static final double TWICE = 0.05;

    private final World world;
    private final String by;
    private final Question<T> question;
    private final Consumer<T> answer;
    private boolean answered;

    Asking(World world, String by, Question<T> question, Consumer<T> answer) {
        this.world = world;
        this.by = by;
        this.question = question;
        this.answer = answer;
    }

    void ask() {
        if (answered) {
            return;
        }
        var to = world.chance().oneOf(world.orchestrators());
        send(to);
        if (world.chance().happens(TWICE)) {
            send(to);
        }
        double patience = world.chance().between(1, PATIENCE);
        world.timeline().after(Timeline.seconds(patience), this::ask);
    }

    private void send(SimulatedOrchestrator to) {
        if (world.faults().loses(by, to)) {
            return;
        }
        int life = to.life();
        world.timeline()
                .after(
                        world.network().latency(),
                        () -> to.happen(life, () -> question.put(to, came -> back(to, came))));
    }

    private void back(SimulatedOrchestrator from, T came) {
        if (from.isAlive() && !world.faults().loses(by, from)) {
            long arrives = from.freeAt() + world.network().latency();
            world.timeline()
                    .at(
                            arrives,
                            () -> {
                                if (!answered) {
                                    answered = true;
                                    answer.accept(came);
                                }
                            });
        }
    }
}
