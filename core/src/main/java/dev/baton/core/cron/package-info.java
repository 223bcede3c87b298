/// When something happens: cron expressions, the zones that they are read in, and what is done about moments that were
/// missed. Pure, as all of the core: it is told what time it is, and refuses to know what happens then.
///
/// Start with [Timetable], then [Cron].
@NullMarked
package dev.baton.core.cron;

import org.jspecify.annotations.NullMarked;
