package dev.baton.simulation;

/// How much was simulated.
///
/// @param hours by the virtual clock
/// @param kills of processes
/// @param faults that were not kills
public record Figures(
        long seeds, double hours, long jobs, long kills, long faults, long messages, long commits) {
    public static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0);

    static Figures of(World world) {
        return new Figures(
                1,
                world.timeline().now() / 3.6e12,
                world.oracle().jobs(),
                world.faults().kills(),
                world.faults().others(),
                world.network().messages(),
                world.oracle().commits());
    }

    public Figures plus(Figures other) {
        return new Figures(
                seeds + other.seeds,
                hours + other.hours,
                jobs + other.jobs,
                kills + other.kills,
                faults + other.faults,
                messages + other.messages,
                commits + other.commits);
    }
}
