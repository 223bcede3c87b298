/// Calls of functions, and those who execute them.
///
/// It refuses to know the inside of the server and of the runner.
@NullMarked
package dev.baton.bench.calls;

import org.jspecify.annotations.NullMarked;
