/// The way to the orchestrator: a lease stream while that works, the HTTP API otherwise, and calls beside them.
///
/// [Link] is the loop that connects again and again; [StreamLine] and [PollLine] are what it connects with; [Calls] are single
/// requests. It refuses to know what messages mean.
@NullMarked
package dev.baton.runner.link;

import org.jspecify.annotations.NullMarked;
