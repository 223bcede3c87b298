package dev.baton.chaos.hostile.act;

import dev.baton.chaos.estate.TestFleet;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/// One kind of harm.
public interface Act {
    /// How it is called in figures.
    String name();

    /// Does it, and returns when it is over. Failures of its own requests are what it is after, and no exceptions.
    void play(Scene scene) throws IOException, SQLException, InterruptedException;

    /// Whether it can be done to these orchestrators.
    default boolean fits(TestFleet fleet) {
        return true;
    }

    /// Whether beats have to be prompt meanwhile. They cannot be where nothing can be written.
    default boolean demandsPromptBeats() {
        return true;
    }

    /// All of them, in their order.
    static List<Act> all() {
        return List.of(
                new Calm(),
                new LargeSubmissions(),
                new ManyTags(),
                new LargeBodies(),
                new LongLists(),
                new HangUps(),
                new Namesakes(),
                new FrozenOrchestrator(),
                new LostListener(),
                new FullDisk(),
                new BlockedWrites());
    }
}
