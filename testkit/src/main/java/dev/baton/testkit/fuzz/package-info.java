/// Fuzzing as a test: Jazzer in a process of its own, for a while.
///
/// It refuses to know what is fuzzed, and needs Jazzer on the class path of whoever does.
///
/// Start with [FuzzRun].
@NullMarked
package dev.baton.testkit.fuzz;

import org.jspecify.annotations.NullMarked;
