package dev.baton.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// `docs/protocol.md`, as its readers use it: they copy the code blocks.
record ProtocolPage(Path docs, String text) {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

    static ProtocolPage read() {
        Path docs = ProjectFiles.ofThisProject().root().resolve("docs");
        return new ProtocolPage(docs, contentOf(docs.resolve("protocol.md")));
    }

    /// The code blocks in a language, in the order of the page.
    List<String> blocks(String language) {
        return BLOCK.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map((MatchResult block) -> block.group(2))
                .toList();
    }

    /// The runner that the page shows.
    Path runner() {
        return docs.resolve("examples/runner.py");
    }

    /// Whether something is named on the page as code.
    boolean names(String word) {
        return Pattern.compile("`[^`\n]*\\b" + Pattern.quote(word) + "\\b[^`\n]*`")
                .matcher(text)
                .find();
    }

    static String contentOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
