package dev.baton.server;

/// The threads of the system that carry virtual ones. The JDK makes one for each processor, and a virtual thread keeps its carrier
/// while it computes or is in native code, such as SQLite's: on two processors, two greedy requests would keep every
/// heartbeat waiting. With more carriers than can be kept, the system divides the processors among them.
public final class Carriers {
    /// More than the connections that read a store and the requests of [dev.baton.server.http.HeavyWork] together.
    static final int MIN_CARRIERS = 16;

    private static final String PROPERTY = "jdk.virtualThreadScheduler.parallelism";

    private Carriers() {}

    /// Sees to it that there are enough, unless somebody has said how many. Call it before there is a virtual thread: the JDK
    /// looks only once.
    public static void provide() {
        if (System.getProperty(PROPERTY) == null) {
            int processors = Runtime.getRuntime().availableProcessors();
            System.setProperty(PROPERTY, Integer.toString(Math.max(MIN_CARRIERS, processors)));
        }
    }
}
