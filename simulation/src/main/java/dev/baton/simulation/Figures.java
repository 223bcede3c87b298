package dev.baton.simulation;

/// How much was simulated.
///
/// @param hours by the virtual clock
/// @param kills of processes
/// @param calls requests that reached an executor
/// @param faults that were not kills
/// @param executorFaults how often a handler or its executor misbehaved
public record Figures(
        long seeds,
        double hours,
        long jobs,
        long calls,
        long kills,
        long faults,
        long executorFaults,
        long messages,
        long commits) {
    public static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0, 0, 0);

    static Figures of(World world) {
        return new Figures(
                1,
                world.timeline().now() / 3.6e12,
                world.oracle().jobs(),
                world.calls().dispatched(),
                world.faults().kills(),
                world.faults().others(),
                world.calls().faults(),
                world.network().messages(),
                world.oracle().commits());
    }

    public Figures plus(Figures other) {
        return new Figures(
                seeds + other.seeds,
                hours + other.hours,
                jobs + other.jobs,
                calls + other.calls,
                kills + other.kills,
                faults + other.faults,
                executorFaults + other.executorFaults,
                messages + other.messages,
                commits + other.commits);
    }
}
