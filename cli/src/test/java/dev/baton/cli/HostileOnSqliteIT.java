package dev.baton.cli;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/// A bad day on SQLite.
@Tag("slow")
@Timeout(600)
class HostileOnSqliteIT {
    @Test
    void no_lease_is_lost_and_no_innocent_job_fails_on_a_bad_day() throws Exception {
        HostileMinute.on(
                "sqlite",
                List.of(
                        "submissions",
                        "tags",
                        "bodies",
                        "lists",
                        "hang-ups",
                        "namesakes",
                        "disk",
                        "blocked"));
    }
}
