package dev.baton.runner.journal;

import dev.baton.protocol.RunnerMessage.ForLease;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A directory for each lease that the runner is not done with.
public final class Journal {
    private final Path directory;

    public Journal(Path directory) throws IOException {
        this.directory = Directories.create(directory);
    }

    /// Begins an entry.
    ///
    /// @param name of the lease; what an entry of that name held is gone
    /// @param last what to say if this process dies before it says something else
    public LeaseEntry open(String name, ForLease last) throws IOException {
        Path entry = directory.resolve(name);
        if (entry.toFile().exists()) {
            Directories.delete(entry);
        }
        var opened = new LeaseEntry(Directories.create(entry));
        opened.write(last);
        return opened;
    }

    /// What earlier processes left.
    public List<LeaseEntry> leftOver() throws IOException {
        return Directories.children(directory).stream().map(LeaseEntry::new).toList();
    }
}
