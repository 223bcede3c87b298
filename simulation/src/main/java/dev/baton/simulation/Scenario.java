package dev.baton.simulation;

import dev.baton.core.LeaseTerms;

import java.time.Duration;

/// What one seed is about.
///
/// @param terms the times of its leases
/// @param lanes of each orchestrator
/// @param executors how many there are to call; each is offered by some runners
/// @param horizon how long things go wrong, in seconds; after it everything heals
/// @param trouble seconds between two faults, on average
/// @param namesake whether another process uses the id of the first runner
/// @param greedy whether a client asks for many leases and hangs up, again and again
/// @param lostNotices the part of the notices between orchestrators that is lost
/// @param calm whether nothing goes wrong at all
record Scenario(
        LeaseTerms terms,
        int orchestrators,
        int lanes,
        int runners,
        int clients,
        int executors,
        int runs,
        double horizon,
        double trouble,
        boolean namesake,
        boolean greedy,
        double lostNotices,
        boolean calm) {
    /// One seed in so many is a calm one: what fails there is not to be blamed on faults.
    private static final int CALM_PART = 20;

    private static final double SHORTEST_TTL = 5;
    private static final double LONGEST_TTL = 1_800;

    static Scenario of(Chance chance, Chance more) {
        double ttl = chance.acrossScales(SHORTEST_TTL, LONGEST_TTL);
        var terms =
                new LeaseTerms(
                        duration(ttl),
                        duration(ttl / chance.between(2.2, 6.0)),
                        duration(Math.min(ttl, chance.acrossScales(2, 60))),
                        duration(chance.acrossScales(5, 60)),
                        duration(chance.acrossScales(5, 60)));
        double horizon = ttl * chance.between(40, 100);
        return new Scenario(
                terms,
                chance.between(1, 3),
                chance.between(1, 2),
                chance.between(1, 6),
                chance.between(1, 3),
                chance.between(0, 2),
                chance.between(2, 10),
                horizon,
                horizon / chance.between(4, 40),
                more.happens(0.3),
                more.happens(0.3),
                more.happens(0.5) ? more.between(0.1, 1.0) : 0,
                chance.between(1, CALM_PART) == 1);
    }

    double ttl() {
        return terms.ttl().toMillis() / 1e3;
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1e3));
    }
}
