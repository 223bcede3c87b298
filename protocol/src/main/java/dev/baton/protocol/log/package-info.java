/// The form in which our runner writes a log, and everyone reads it: lines with a time and a source.
///
/// A log in this form begins with [LogLine#HEADER]; any other log is plain text, and read as it is. It refuses to know
/// where the bytes come from or go to.
@NullMarked
package dev.baton.protocol.log;

import org.jspecify.annotations.NullMarked;
