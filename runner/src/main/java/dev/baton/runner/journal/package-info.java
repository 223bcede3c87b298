/// What a runner must not forget when its process dies: for each lease its log, and the last message to send for it.
///
/// Start with [LeaseEntry]. It refuses to know how anything is sent.
@NullMarked
package dev.baton.runner.journal;

import org.jspecify.annotations.NullMarked;
