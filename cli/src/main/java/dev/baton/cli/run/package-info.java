/// `baton run`: what is submitted, what is uploaded for it, and how it is watched until it is over.
///
/// It refuses to know how a file or a command line says what to run; it is given drafts of jobs.
///
/// Start with [JobDraft], then [RunWatch].
@NullMarked
package dev.baton.cli.run;

import org.jspecify.annotations.NullMarked;
