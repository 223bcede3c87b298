/// The clients of a hostile run: those that hold leases and measure, those that submit in good faith, and the HTTP client that all of them use.
///
/// It refuses to know what is done to the orchestrators.
///
/// Start with [BeatingLeases][dev.baton.chaos.hostile.load.BeatingLeases].
@NullMarked
package dev.baton.chaos.hostile.load;

import org.jspecify.annotations.NullMarked;
