package dev.baton.workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What test reports add up to. Reports are written by jobs: whatever is in them is shown, never believed.
///
/// @param failing the first names of those that failed
/// @param unreadable how many reports could not be read
public record JunitSummary(
        long tests,
        long failures,
        long errors,
        long skipped,
        double seconds,
        List<String> failing,
        int unreadable) {
    public static final int MOST_NAMED = 20;
    public static final JunitSummary NONE = new JunitSummary(0, 0, 0, 0, 0, List.of(), 0);
    static final JunitSummary UNREADABLE = new JunitSummary(0, 0, 0, 0, 0, List.of(), 1);

    public JunitSummary {
        failing = List.copyOf(failing.subList(0, Math.min(failing.size(), MOST_NAMED)));
    }

    public JunitSummary and(JunitSummary more) {
        var names = new ArrayList<>(failing);
        names.addAll(more.failing);
        return new JunitSummary(
                tests + more.tests,
                failures + more.failures,
                errors + more.errors,
                skipped + more.skipped,
                seconds + more.seconds,
                names,
                unreadable + more.unreadable);
    }

    /// `12 tests, 1 failed, 2 skipped in 3.40 s: com.example.ATest.adds`
    @Override
    public String toString() {
        var text = new StringBuilder(count(tests, "test"));
        if (failures + errors > 0) {
            text.append(", ").append(failures + errors).append(" failed");
        }
        if (skipped > 0) {
            text.append(", ").append(skipped).append(" skipped");
        }
        text.append(String.format(Locale.ROOT, " in %.2f s", seconds));
        if (!failing.isEmpty()) {
            text.append(": ").append(String.join(", ", failing));
            long more = failures + errors - failing.size();
            if (more > 0) {
                text.append(" and ").append(more).append(" more");
            }
        }
        if (unreadable > 0) {
            text.append("; ").append(count(unreadable, "report")).append(" could not be read");
        }
        return text.toString();
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
