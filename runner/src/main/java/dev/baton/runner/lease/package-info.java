/// The leases of this runner: kept alive, fenced, ended once.
///
/// [LeaseKeeper] is the one thread that says anything for a lease; [HeldLease] is what one lease has come to.
/// It refuses to know what is done under a lease, and how messages travel.
@NullMarked
package dev.baton.runner.lease;

import org.jspecify.annotations.NullMarked;
