package dev.baton.cli;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/// A bad day on PostgreSQL, with a neighbour that freezes.
@Tag("slow")
@Timeout(600)
class HostileOnPostgresIT {
    @Test
    void no_lease_is_lost_and_no_innocent_job_fails_on_a_bad_day() throws Exception {
        HostileMinute.on(
                "postgres",
                List.of(
                        "submissions",
                        "tags",
                        "bodies",
                        "lists",
                        "hang-ups",
                        "namesakes",
                        "disk",
                        "blocked",
                        "frozen",
                        "listen"));
    }
}
