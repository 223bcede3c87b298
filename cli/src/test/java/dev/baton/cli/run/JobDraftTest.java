package dev.baton.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.run.JobDraft.ArtifactDraft;
import dev.baton.cli.run.JobDraft.BoxDraft;
import dev.baton.cli.run.JobDraft.CacheDraft;
import dev.baton.cli.run.JobDraft.Extra;
import dev.baton.cli.run.JobDraft.GateDraft;
import dev.baton.protocol.submit.FunctionRoutes;
import dev.baton.protocol.submit.SubmissionReader;
import dev.baton.protocol.submit.TraceContext;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.JsonNodeFactory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class JobDraftTest {
    private static final String DIGEST = "sha256:" + "0a".repeat(32);

    private final JobDraft full =
            new JobDraft(
                    "full",
                    List.of("make", "make test"),
                    List.of(),
                    Map.of("A", "1"),
                    Map.of("KEY", "hunter2"),
                    List.of("os=linux"),
                    new Extra(
                            "sub",
                            null,
                            new BoxDraft("bubblewrap", null),
                            new GateDraft("deploy", 2),
                            Duration.ofMillis(1500),
                            2,
                            7,
                            List.of(new ArtifactDraft("junit", "**/*.xml", "tests")),
                            List.of(new CacheDraft("dir", "deps-{lock_hash}", List.of(".m2")))));

    @Test
    void what_the_command_submits_is_what_the_orchestrator_reads() {
        for (Workspace workspace :
                List.of(
                        new Workspace.None(),
                        new Workspace.Uploaded(DIGEST),
                        new Workspace.Git("https://example.org/a.git", "main"))) {
            var run = JsonNodeFactory.instance.objectNode();
            run.putArray("jobs").add(full.json(workspace));
            byte[] json = run.toString().getBytes(StandardCharsets.UTF_8);
            var reader = new SubmissionReader(FunctionRoutes.NONE);
            var job = reader.read(json, TraceContext.NONE).jobs().getFirst();
            assertThat(job.plan().maxRuntime()).isEqualTo(Duration.ofMillis(1500));
            assertThat(job.plan().priority()).isEqualTo(7);
            assertThat(job.plan().retry().maxAttempts()).isEqualTo(3);
            assertThat(job.plan().requirement().tags()).contains("os=linux");
            assertThat(String.valueOf(job.gate())).contains("deploy", "2");
        }
    }

    @Test
    void a_job_is_printed_without_its_secrets() {
        assertThat(full.toString()).doesNotContain("hunter2");
    }
}
