package dev.baton.supervisor.notice;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A file that appears when the machine is about to go away.
public record FileNotice(Path file) implements NoticeSource {
    @Override
    public String name() {
        return "file";
    }

    @Override
    public Optional<TerminationNotice> ask() {
        return Files.exists(file)
                ? Optional.of(new TerminationNotice("there is a file " + file, false, null))
                : Optional.empty();
    }
}
