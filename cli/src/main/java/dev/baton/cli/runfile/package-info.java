/// Run files: jobs in YAML, read with patience, so that everything wrong with a file is said at once, each with its
/// place.
///
/// It refuses to know orchestrators; nothing is sent from here. A file may be anybody's: it is bounded, and its aliases
/// can only stand where their values could.
///
/// Start with [RunFile], then [JobSection].
@NullMarked
package dev.baton.cli.runfile;

import org.jspecify.annotations.NullMarked;
