/// What tests and benchmarks stand on: a clock that is moved by hand, and a real PostgreSQL that lives as long as
/// its test.
///
/// It refuses to know JDBC, the store and the server, so that any module but `core` can use it.
///
/// Start with [ManualClock] and [PostgresServer].
@NullMarked
package dev.baton.testkit;

import org.jspecify.annotations.NullMarked;
