package dev.baton.runner.supervised;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// What a runner does about the messages of a supervisor.
@Timeout(30)
class SupervisorEarsTest {
    private static final String WELCOME =
            "~{\"type\":\"welcome\",\"capabilities\":[\"graceful-termination\",\"new-credentials\"]}";

    /// As a Taskcluster start-worker sends it: the token of a client of Taskcluster.
    private static final String OF_ANOTHER_SYSTEM =
            "~{\"type\":\"new-credentials\",\"client-id\":\"worker/aws/pool/i-1\","
                    + "\"access-token\":\"4Zk5nVQ8T5mQ1vM0r0p3mgvUcmkPkXQnqDUnmEbXcT1A\","
                    + "\"certificate\":\"{\\\"version\\\":1}\"}";

    private static final String OURS =
            "~{\"type\":\"new-credentials\",\"client-id\":\"r1\",\"access-token\":\"baton_runner_00ff\"}";

    @Test
    void a_token_of_ours_is_taken() throws Exception {
        assertThat(told(WELCOME, OURS)).containsExactly("token baton_runner_00ff", "finish");
    }

    @Test
    void credentials_of_another_system_are_ignored() throws Exception {
        assertThat(told(WELCOME, OF_ANOTHER_SYSTEM)).containsExactly("finish");
    }

    /// What the runner is told to do by these lines; the end of the input ends it.
    private static List<String> told(String... lines) throws IOException, InterruptedException {
        var runner = new Recorded();
        var in = new PipedInputStream();
        try (var supervisor = new PipedOutputStream(in)) {
            SupervisorEars.listen(runner, in, OutputStream.nullOutputStream());
            for (String line : lines) {
                supervisor.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        runner.finished.await();
        return runner.told;
    }

    private static final class Recorded implements Supervised {
        final List<String> told = new ArrayList<>();
        final CountDownLatch finished = new CountDownLatch(1);

        @Override
        public void finish(@Nullable Duration left) {
            told.add("finish");
            finished.countDown();
        }

        @Override
        public void giveBack() {
            told.add("give back");
        }

        @Override
        public void useToken(String token) {
            told.add("token " + token);
        }
    }
}
