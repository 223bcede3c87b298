/// Patterns over paths, as `.gitignore` and artifacts use them. They are matched without backtracking over more than
/// the last star, so that no pattern can make anyone wait.
///
/// It refuses to know what the paths that match are for. Start with [PathPattern], then [Glob].
@NullMarked
package dev.baton.workspace.glob;

import org.jspecify.annotations.NullMarked;
