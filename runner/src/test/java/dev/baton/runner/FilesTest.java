package dev.baton.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workspace.PackWriter;
import dev.baton.workspace.TreeScan;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The files that come and go with a job.
class FilesTest extends SceneTest {
    private String upload(Path sources) throws Exception {
        var scanned = TreeScan.ofSources(sources);
        var pack = new ByteArrayOutputStream();
        scanned.writeTo(new PackWriter(pack), List.copyOf(scanned.contents().keySet()));
        scene.sendPack(pack.toByteArray());
        return scanned.digest().named();
    }

    private Path sources() throws Exception {
        Path sources = Files.createDirectories(directory.resolve("sources/bin"));
        Files.writeString(sources.resolve("run"), "#!/bin/sh\necho ran\n");
        assertThat(sources.resolve("run").toFile().setExecutable(true)).isTrue();
        return directory.resolve("sources");
    }

    @Test
    void a_tree_is_in_the_workspace_before_the_first_step() throws Exception {
        scene.runner("r1");
        String tree = upload(sources());
        for (int i = 0; i < 2; i++) {
            String job =
                    scene.submit(
                            "\"workspace\":{\"tree\":\"%s\"},\"steps\":[\"bin/run\"]"
                                    .formatted(tree));
            awaitStatus(job, "SUCCEEDED");
            assertThat(scene.printed(job)).isEqualTo("ran\n");
        }
    }

    @Test
    void a_tree_that_nobody_has_fails_the_job() {
        scene.runner("r1");
        String job =
                scene.submit(
                        "\"workspace\":{\"tree\":\"sha256:%s\"},\"steps\":[\"true\"]"
                                .formatted("0".repeat(64)));
        awaitStatus(job, "FAILED");
        assertThat(scene.job(job).toString()).contains("could not be run");
    }

    @Test
    void a_commit_is_in_the_workspace_before_the_first_step() throws Exception {
        Path repository = Files.createDirectory(directory.resolve("repository"));
        git(repository, "init", "-q", "-b", "main");
        Files.writeString(repository.resolve("file"), "one");
        git(repository, "add", "file");
        commit(repository, "one");
        String first = git(repository, "rev-parse", "HEAD").strip();
        Files.writeString(repository.resolve("file"), "two");
        commit(repository, "two");
        scene.runner("r1");
        for (String commit : List.of(first, "main")) {
            String job =
                    scene.submit(
                            "\"workspace\":{\"git\":{\"url\":\"file://%s\",\"commit\":\"%s\"}},\"steps\":[\"cat file\"]"
                                    .formatted(repository, commit));
            awaitStatus(job, "SUCCEEDED");
            assertThat(scene.printed(job)).isEqualTo(commit.equals("main") ? "two" : "one");
        }
    }

    private static void commit(Path repository, String message) throws Exception {
        git(repository, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", message);
    }

    private static String git(Path repository, String... arguments) throws Exception {
        var command = new java.util.ArrayList<>(List.of("git", "-C", repository.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said =
                new String(
                        process.getInputStream().readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void what_the_steps_made_is_kept_also_when_they_failed() {
        scene.runner("r1");
        String job =
                scene.submit(
                        """
                        "steps":["mkdir out; echo 1 > out/a.txt; echo 2 > 'out/b c.txt'; exit 1"],
                        "artifacts":[{"type":"text","path_glob":"out/*.txt"},{"type":"none","path_glob":"*.none"}]""");
        awaitStatus(job, "FAILED");
        assertThat(scene.get("/v1/jobs/%s/artifacts/out/a.txt".formatted(job))).isEqualTo("1\n");
        assertThat(scene.get("/v1/jobs/%s/artifacts/out/b%%20c.txt".formatted(job)))
                .isEqualTo("2\n");
        assertThat(scene.job(job).toString()).contains("/artifacts/out/a.txt?epoch=1");
        assertThat(scene.log(job)).contains("no artifact matches *.none");
    }

    @Test
    void test_reports_are_summed_up() {
        scene.runner("r1");
        String report =
                "<testsuite><testcase name='a'/><testcase name='b'><failure/></testcase></testsuite>";
        String job =
                scene.submit(
                        "\"steps\":[\"echo \\\"%s\\\" > r.xml\"],\"artifacts\":[{\"type\":\"junit\",\"path_glob\":\"*.xml\"}]"
                                .formatted(report));
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.log(job)).contains("test reports: 2 tests, 1 failed");
        assertThat(scene.job(job).toString()).contains("2 tests, 1 failed");
    }

    @Test
    void a_cache_that_one_job_saved_is_there_for_the_next() {
        scene.runner("r1");
        String fields =
                """
                "steps":["cat deps/lib || true; mkdir -p deps; echo downloaded > deps/lib"],
                "caches":[{"type":"deps","key":"k:{os}:{lock_hash}","paths":["deps","none"]}]""";
        String first = scene.submit(fields);
        awaitStatus(first, "SUCCEEDED");
        assertThat(scene.log(first))
                .contains("cache miss: k:linux:none", "cache saved: k:linux:none");
        String second = scene.submit(fields);
        awaitStatus(second, "SUCCEEDED");
        assertThat(scene.printed(second)).isEqualTo("downloaded\n");
        assertThat(scene.log(second))
                .contains("cache hit: k:linux:none")
                .doesNotContain("cache saved");
    }

    @Test
    void a_cache_path_that_leads_outside_is_refused_and_the_job_goes_on() {
        scene.runner("r1");
        String job =
                scene.submit(
                        """
                        "steps":["ln -s / out"],
                        "caches":[{"type":"a","key":"a","paths":["../x"]},{"type":"b","key":"b","paths":["out/tmp"]}]""");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.log(job)).contains("cache not saved: expected a path inside");
        assertThat(scene.log(job)).contains("'out/tmp' leads through a link");
    }

    @Test
    void an_isolated_job_sees_its_own_home_and_writes_nowhere_else() {
        if (!scene.runner("r1").capabilities().contains("isolation=bubblewrap")) {
            return;
        }
        String job =
                scene.submit(
                        "\"isolation\":\"bubblewrap\",\"steps\":[\"touch $HOME/a file; touch /etc/baton-was-here 2>/dev/null || echo denied\"]");
        awaitStatus(job, "SUCCEEDED");
        assertThat(scene.printed(job)).isEqualTo("denied\n");
    }
}
