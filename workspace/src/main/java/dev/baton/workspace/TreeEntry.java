package dev.baton.workspace;

import dev.baton.core.Sha256;

/// One line of a [Tree]. The path is relative to the directory, with `/` between names.
public sealed interface TreeEntry {
    String path();

    /// A file.
    ///
    /// @param executable mode 755 instead of 644: all that is kept of a mode
    record FileEntry(String path, boolean executable, long size, Sha256 sha256)
            implements TreeEntry {}

    /// A directory without files. Those with files follow from their paths.
    record DirectoryEntry(String path) implements TreeEntry {}

    /// A symbolic link to another place in the same tree.
    record LinkEntry(String path, String target) implements TreeEntry {}
}
