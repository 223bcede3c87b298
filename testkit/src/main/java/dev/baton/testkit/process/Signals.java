package dev.baton.testkit.process;

import java.io.IOException;

/// Signals that Java has no method for. Whoever is gone gets none.
public final class Signals {
    private Signals() {}

    /// `kill -STOP`: it is there, and does nothing.
    public static void stop(ProcessHandle process) {
        send("STOP", process);
    }

    /// `kill -CONT`: it goes on as if no time had passed.
    public static void goOn(ProcessHandle process) {
        send("CONT", process);
    }

    private static void send(String name, ProcessHandle process) {
        if (!process.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("there is no kill on the PATH", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
