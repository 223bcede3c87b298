/// What goes wrong, when: a schedule made from a seed, and the one who carries it out.
///
/// It refuses to know jobs and clients.
///
/// Start with [FaultSchedule][dev.baton.chaos.fault.FaultSchedule].
@NullMarked
package dev.baton.chaos.fault;

import org.jspecify.annotations.NullMarked;
