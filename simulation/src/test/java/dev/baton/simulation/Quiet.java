package dev.baton.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

import org.slf4j.LoggerFactory;

/// What simulated processes would log is in the story of their seed.
final class Quiet {
    private Quiet() {}

    static void please() {
        ((Logger) LoggerFactory.getLogger("dev.baton")).setLevel(Level.OFF);
    }
}
