/// What tests and benchmarks stand on: a clock that is moved by hand.
///
/// It refuses to know JDBC, the store and the server, so that any module but `core` can use it.
///
/// Start with [ManualClock].
@NullMarked
package dev.baton.testkit;

import org.jspecify.annotations.NullMarked;
