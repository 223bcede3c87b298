package dev.baton.chaos.hostile.act;

import java.time.Duration;

/// Nothing happens: what a beat costs on this machine.
final class Calm implements Act {
    private static final Duration TIME = Duration.ofSeconds(4);

    @Override
    public String name() {
        return "calm";
    }

    @Override
    public void play(Scene scene) throws InterruptedException {
        Thread.sleep(TIME);
    }
}
