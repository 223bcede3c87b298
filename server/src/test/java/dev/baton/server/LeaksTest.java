package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// A whole story, told with everything that can be logged switched on: no token and no lease is in what is printed, served
/// or kept.
class LeaksTest {
    @TempDir private Path data;

    @Test
    void no_token_and_no_lease_is_logged_counted_kept_or_said_in_an_error() throws Exception {
        var said = new ArrayList<String>();
        var leaks = new Leaks();
        String printed;
        String kept;
        try (var log = new Heard()) {
            try (var server = TestServer.start(data)) {
                var user = server.user();
                var runner = server.runner();
                leaks.watchFor("the admin's token", server.admin().token());
                leaks.watchFor("the user's token", user.token());
                leaks.watchFor("the runner's token", runner.token());
                String job = user.submitJob("story");
                Held held = Held.lease(runner, "r1");
                leaks.watchFor("the lease", held.id());
                held.ack();
                held.heartbeat();
                held.log("bytes 0-4/*", "hello");
                said.add(held.log("bytes 9-13/*", "wrong").text());
                said.add(user.get("/v1/jobs/" + user.token()).text());
                said.add(user.get("/v1/nothing?token=" + user.token()).text());
                said.add(user.post("/v1/runs", "{\"" + user.token() + "\"").text());
                said.add(runner.get("/v1/jobs").text());
                said.add(new Client(server.address(), user.token() + "0").get("/v1/jobs").text());
                said.add(
                        new Held(runner, "r2", held.granted())
                                .ack()
                                .json()
                                .path("reason")
                                .toString());
                held.complete();
                said.add(user.job(job).toString());
                said.add(user.get("/v1/jobs/%s/audit".formatted(job)).text());
                said.add(user.get("/v1/runners").text());
                said.add(server.admin().get("/v1/tokens").text());
                said.add(server.anyone().get("/metrics").text());
                kept = String.join("\n", Snapshot.of(data));
            }
            printed = log.everything();
        }
        assertThat(printed).contains("request answered", "token issued");
        assertThat(leaks.in("the log", printed)).isEmpty();
        assertThat(leaks.in("the store", kept)).isEmpty();
        said.forEach(text -> assertThat(leaks.in(text, text)).isEmpty());
    }

    @Test
    void a_secret_that_is_there_is_found_in_every_form() {
        String secret = "baton_user_0123456789abcdef0123456789abcdef";
        var leaks = new Leaks().watchFor("it", secret);
        String encoded =
                Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
        for (String planted : List.of(secret, encoded, secret.substring(15))) {
            assertThat(leaks.in("a line", "before " + planted + " after")).isNotEmpty();
        }
        assertThat(leaks.in("a line", "nothing of the kind")).isEmpty();
    }

    /// Everything that our classes log while it is open, whatever its level.
    private static final class Heard implements AutoCloseable {
        private final Logger ours = (Logger) LoggerFactory.getLogger("dev.baton");
        private final Level before = ours.getLevel();
        private final boolean wasAdditive = ours.isAdditive();
        private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

        Heard() {
            lines.start();
            ours.addAppender(lines);
            ours.setLevel(Level.TRACE);
            ours.setAdditive(false);
        }

        String everything() {
            var text = new StringBuilder();
            for (ILoggingEvent event : List.copyOf(lines.list)) {
                text.append(event.getFormattedMessage()).append('\n');
                if (event.getThrowableProxy() != null) {
                    text.append(event.getThrowableProxy().getMessage()).append('\n');
                }
            }
            return text.toString();
        }

        @Override
        public void close() {
            ours.detachAppender(lines);
            ours.setLevel(before);
            ours.setAdditive(wasAdditive);
        }
    }
}
