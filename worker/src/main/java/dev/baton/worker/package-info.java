/// The worker protocol: a supervisor and its worker talk over the worker's stdin and stdout, in lines `~{…}` among ordinary output.
///
/// Bytes become lines in [LineFramer], lines become messages in [MessageLine], and [SupervisorTalk] and [WorkerTalk] decide what may be
/// said. Start with these two. The package refuses to know processes, threads, and what anybody does with a message.
@NullMarked
package dev.baton.worker;

import org.jspecify.annotations.NullMarked;
