/// A bad day: 100 leases are kept alive by heartbeats while hostile users, hostile runners, frozen neighbours and full disks do their worst, one after
/// the other. No lease may be lost, no innocent job may fail, and a beat stays prompt.
///
/// It refuses to know the inside of the system: every act uses what a client, an operator or an operating system can do.
///
/// Start with [HostileRun][dev.baton.chaos.hostile.HostileRun]; then `act` (what happens) and `load` (who measures).
@NullMarked
package dev.baton.chaos.hostile;

import org.jspecify.annotations.NullMarked;
