package dev.baton.bench;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/// What all measurements on one store share.
///
/// @param profiles where flight recordings go, if they are wanted
record Bench(
        MeasuredStore store,
        Program program,
        Workplace place,
        PrintWriter out,
        @Nullable Path profiles) {

    /// How often everything is measured; the median counts.
    static final int ROUNDS = 3;

    /// Starts an orchestrator on an empty database.
    Rig rig(String name) throws IOException {
        return Rig.start(store, program, place, name, profiles);
    }

    /// Tells people how it goes.
    void say(String format, Object... arguments) {
        out.printf(Locale.ROOT, "%-8s ", store.kind().shown());
        out.printf(Locale.ROOT, format + "%n", arguments);
        out.flush();
    }
}
