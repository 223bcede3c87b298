/// What a job_spec asks of this runner, read from its JSON.
///
/// It refuses to know how any of it is done. Start with [StepsSpec].
@NullMarked
package dev.baton.runner.spec;

import org.jspecify.annotations.NullMarked;
