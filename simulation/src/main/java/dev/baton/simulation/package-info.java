/// The whole system in one thread: orchestrators, their store, runners with executors, and clients on a virtual clock and a virtual
/// network, all chance from one seed. Rules, transactions, streams, messages, the leases of runners and the pools of executors are the real
/// ones; time, wires, disks, threads and the work itself are simulated.
///
/// Start with [Simulation]; [Scenario] says what a seed is about, [Faults] what goes wrong, [Oracle] and [CallOracle] what must never be; [Behaviour] says what executors do to calls.
/// A new face of the system joins as a [SimulatedProcess]. It refuses to know how anything is decided.
@NullMarked
package dev.baton.simulation;

import org.jspecify.annotations.NullMarked;
