package dev.baton.testkit.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Jazzer against one target. `-Dbaton.fuzz.seconds` says for how long, `-Dbaton.fuzz.corpus=DIR` keeps what it finds.
///
/// @param target the class with `fuzzerTestOneInput`
/// @param watched the packages whose branches lead the way, as Jazzer writes them
/// @param kept what earlier runs found worth keeping
/// @param directory for whatever is written meanwhile
public record FuzzRun(Class<?> target, String watched, Path kept, Path directory) {

    /// Where seeds are planted before the run.
    public Path corpus() throws IOException {
        return Files.createDirectories(
                Path.of(
                        System.getProperty(
                                "baton.fuzz.corpus", directory.resolve("corpus").toString())));
    }

    /// Runs to the end of its time.
    ///
    /// @param usualSeconds how long that is, unless something else is set
    /// @return what it says of what it did
    /// @throws AssertionError if something was found, with all that was said of it
    public List<String> run(int usualSeconds) throws IOException, InterruptedException {
        int seconds = Integer.getInteger("baton.fuzz.seconds", usualSeconds);
        Process jazzer =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+EnableDynamicAgentLoading",
                                "-XX:+UseSerialGC",
                                "-Xmx512m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "com.code_intelligence.jazzer.Jazzer",
                                "--target_class=" + target.getName(),
                                "--instrumentation_includes=" + watched,
                                "--reproducer_path=" + directory,
                                corpus().toAbsolutePath().toString(),
                                kept.toAbsolutePath().toString(),
                                "-artifact_prefix=" + directory + "/",
                                "-max_total_time=" + seconds)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(jazzer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (jazzer.waitFor() != 0 || !said.contains("DONE")) {
            throw new AssertionError("expected a run without a finding, got this: " + said);
        }
        return said.lines().filter(line -> line.startsWith("Done ")).toList();
    }

    /// Whether there is anything to begin with.
    public boolean hasKept() throws IOException {
        try (var files = Files.list(kept)) {
            return files.findAny().isPresent();
        }
    }
}
