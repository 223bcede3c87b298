/// What hostile clients, frozen neighbours and full disks do to orchestrators, one class for each.
///
/// It refuses to know who measures: an act does its harm, returns when it is done, and says what innocent clients met.
///
/// Start with [Act][dev.baton.chaos.hostile.act.Act].
@NullMarked
package dev.baton.chaos.hostile.act;

import org.jspecify.annotations.NullMarked;
