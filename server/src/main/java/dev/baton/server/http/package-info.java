/// HTTP as our endpoints see it: routes, calls, answers as values, and problems.
///
/// It refuses to know jobs, leases and tokens: who may call is decided by the [Gatekeeper] that it is given.
///
/// Start with [Router].
@NullMarked
package dev.baton.server.http;

import org.jspecify.annotations.NullMarked;
