package dev.baton.simulation;

import dev.baton.core.JobId;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// What happened, line by line; if anybody wants to know.
final class Story {
    /// @param job the job that it is about, if it is about one
    record Line(long at, @Nullable JobId job, String text) {
        @Override
        public String toString() {
            return Timeline.shown(at) + "  " + (job == null ? "" : job + "  ") + text;
        }
    }

    private final Timeline timeline;
    private final boolean wanted;
    private final List<Line> lines = new ArrayList<>();

    Story(Timeline timeline, boolean wanted) {
        this.timeline = timeline;
        this.wanted = wanted;
    }

    void tell(@Nullable JobId job, Supplier<String> text) {
        if (wanted) {
            lines.add(new Line(timeline.now(), job, text.get()));
        }
    }

    void tell(Supplier<String> text) {
        tell(null, text);
    }

    List<Line> lines() {
        return lines;
    }
}
