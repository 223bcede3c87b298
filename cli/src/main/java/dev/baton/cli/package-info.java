/// The `baton` command: one class for each verb.
///
/// It refuses to know more than arguments and exit codes: a verb reads its options, calls the module that does the
/// work, and prints what came of it.
///
/// Start with [Main][dev.baton.cli.Main].
@NullMarked
package dev.baton.cli;

import org.jspecify.annotations.NullMarked;
