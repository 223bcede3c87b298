package dev.baton.store;

import dev.baton.testkit.PostgresRelease;
import dev.baton.testkit.PostgresServer;

import org.junit.jupiter.api.Assumptions;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/// The releases of PostgreSQL that the store is tested on.
enum TestRelease {
    INSTALLED,

    /// 15.10: it does not check a row again that was found by its place and changed meanwhile.
    OLD,

    NEWEST;

    /// No test here ends a server itself, and without fsync it is quicker to work with and to stop.
    private static final Map<String, String> SETTINGS = Map.of("fsync", "off");

    private static final Map<TestRelease, PostgresServer> SERVERS =
            new EnumMap<>(TestRelease.class);

    /// The one server of this release for all tests of this process, started when it is asked for first. Tests on another
    /// release than the installed one are skipped where its programs cannot run.
    PostgresServer server() {
        synchronized (SERVERS) {
            return SERVERS.computeIfAbsent(this, TestRelease::start);
        }
    }

    private static PostgresServer start(TestRelease release) {
        return switch (release) {
            case INSTALLED -> PostgresServer.start(SETTINGS);
            case OLD -> start("old.jar");
            case NEWEST -> start("new.jar");
        };
    }

    private static PostgresServer start(String jar) {
        Assumptions.assumeTrue(PostgresRelease.runsHere(), "needs Linux on amd64");
        return PostgresServer.start(
                new PostgresRelease(Path.of("target", "postgres", jar)), SETTINGS);
    }
}
