/// Runs that are submitted when the clock says so: what people want, and the loop that does it.
///
/// Any number of orchestrators may do it at once. Each submits a tick under a key that is made of the schedule and the
/// tick, and a submission with a key happens once: so there is one run for each tick, whoever crashes in between.
///
/// It refuses to know what a run does, and when a cron expression fires (`core.cron` does).
///
/// Start with [ScheduleClock], then [ScheduleBook].
@NullMarked
package dev.baton.server.schedules;

import org.jspecify.annotations.NullMarked;
