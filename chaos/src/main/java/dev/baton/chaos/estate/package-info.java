/// What runs: orchestrators, runners and their executors, a database, the connections between them, and small disks.
///
/// It refuses to know who uses it, and when something breaks.
///
/// Start with [Estate][dev.baton.chaos.estate.Estate].
@NullMarked
package dev.baton.chaos.estate;

import org.jspecify.annotations.NullMarked;
