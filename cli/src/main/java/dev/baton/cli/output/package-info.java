/// What people and pipes get to see: the bytes of a job where they belong, our own words beside them.
///
/// It refuses to know where bytes come from. Standard output belongs to the job or to the answer of a command, and to
/// nothing else; colours and lines that move are for terminals only.
///
/// Start with [Screen], then [LogDecoder].
@NullMarked
package dev.baton.cli.output;

import org.jspecify.annotations.NullMarked;
