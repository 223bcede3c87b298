/// How spans and figures leave a process: spans by OTLP to a collector, figures by a page that is scraped.
///
/// It refuses to know what they are about.
///
/// Start with [Tracing] and [Meters].
@NullMarked
package dev.baton.telemetry;

import org.jspecify.annotations.NullMarked;
