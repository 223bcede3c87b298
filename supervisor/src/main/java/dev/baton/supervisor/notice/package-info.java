/// Where a supervisor hears that its machine is about to go away: a file, the machine's cloud, the orchestrator.
///
/// Start with [NoticeSource]. The package refuses to know what is done about it.
@NullMarked
package dev.baton.supervisor.notice;

import org.jspecify.annotations.NullMarked;
