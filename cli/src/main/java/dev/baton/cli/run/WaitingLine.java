package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.cli.output.Screen;
import dev.baton.cli.output.Spoken;
import dev.baton.cli.run.RunDraft.Submitted;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/// What somebody who waits is told: on a terminal a line that moves, and to everyone, once, when no runner fits.
final class WaitingLine implements AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(200);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration WORRY_AFTER = Duration.ofSeconds(2);

    private final Remote remote;
    private final Submitted run;
    private final Screen screen;
    private final Standing standing;
    private final long began = System.nanoTime();
    private final Thread thread;
    private String position = "";

    WaitingLine(Remote remote, Submitted run, Screen screen, Standing standing) {
        this.remote = remote;
        this.run = run;
        this.screen = screen;
        this.standing = standing;
        thread = Thread.ofPlatform().daemon().name("waiting-line").start(this::run);
    }

    @Override
    public void close() {
        thread.interrupt();
        screen.endStatus();
    }

    private void run() {
        try {
            Duration looked = Duration.ZERO;
            boolean worried = false;
            while (true) {
                Thread.sleep(TICK);
                Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
                if (standing.isWaiting() && elapsed.minus(looked).compareTo(LOOK_EVERY) > 0) {
                    looked = elapsed;
                    JsonNode job = remote.get("/v1/jobs/" + run.jobs().getFirst().id());
                    position = position(job);
                    if (!worried && elapsed.compareTo(WORRY_AFTER) > 0) {
                        worried = true;
                        worry(job);
                    }
                }
                screen.status(
                        "%s%s, %s"
                                .formatted(
                                        standing.text(),
                                        standing.isWaiting() ? position : "",
                                        Spoken.duration(elapsed)));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it is over
        } catch (ClientException _) {
            // whoever follows the events says so
        }
    }

    private static String position(JsonNode job) {
        int ahead = job.path("ahead").asInt(-1);
        return switch (ahead) {
            case -1 -> "";
            case 0 -> ", next";
            default -> ", %d ahead".formatted(ahead);
        };
    }

    private void worry(JsonNode job) throws ClientException {
        MissingRunner.of(remote, job).ifPresent(why -> screen.say("baton: " + why));
    }
}
