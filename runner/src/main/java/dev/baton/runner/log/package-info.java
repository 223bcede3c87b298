/// The log of a job: from the bytes that its steps print to the orchestrator.
///
/// [JobLog] makes lines of bytes and keeps them in a file, without the secrets that [SecretMask] knows and within a bound;
/// [LogShipper] carries the file over, and may lag behind. It refuses to know what the steps are.
@NullMarked
package dev.baton.runner.log;

import org.jspecify.annotations.NullMarked;
