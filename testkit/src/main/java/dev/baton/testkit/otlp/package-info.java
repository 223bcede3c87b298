/// A collector of spans for tests, with the real wire: OTLP over HTTP.
///
/// It refuses to know who sends them, and why.
///
/// Start with [Collector].
@NullMarked
package dev.baton.testkit.otlp;

import org.jspecify.annotations.NullMarked;
