/// The whole system in one thread: orchestrators, their store, runners and clients on a virtual clock and a virtual
/// network, all chance from one seed. Rules, transactions, streams, messages and the leases of runners are the real
/// ones; time, wires, disks, threads and the work itself are simulated.
///
/// Start with [Simulation]; [Scenario] says what a seed is about, [Faults] what goes wrong, [Oracle] what must never be.
/// A new face of the system joins as a [SimulatedProcess]. It refuses to know how anything is decided.
@NullMarked
package dev.baton.simulation;

import org.jspecify.annotations.NullMarked;
