package dev.baton.protocol.submit;

import dev.baton.protocol.ProtocolException;

import java.util.ArrayList;
import java.util.List;

/// Everything that is wrong with a submission, in the order of the submission.
final class Problems {
    /// Enough to see what is wrong; whoever has more fixes these first.
    static final int MOST_LISTED = 100;

    private final List<String> listed = new ArrayList<>();
    private int count;

    void add(String path, String problem) {
        count++;
        if (count <= MOST_LISTED) {
            listed.add(path.isEmpty() ? problem : path + ": " + problem);
        }
    }

    void throwIfAny() {
        if (count > MOST_LISTED) {
            listed.add("and %d more".formatted(count - MOST_LISTED));
        }
        if (count > 0) {
            throw ProtocolException.ofSubmission(listed);
        }
    }
}
