package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/// What a process takes from the machine.
record ProcessUse(ProcessHandle process) {
    private static final String RSS = "VmRSS:";

    static ProcessUse ofOurselves() {
        return new ProcessUse(ProcessHandle.current());
    }

    /// The processor time of the process so far, that of the processes it started included.
    Duration cpu() {
        return Stream.concat(Stream.of(process), process.descendants())
                .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// The memory that is resident, in KiB; none if the process is gone.
    long rssKib() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith(RSS))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (NoSuchFileException _) {
            return 0;
        }
    }
}
