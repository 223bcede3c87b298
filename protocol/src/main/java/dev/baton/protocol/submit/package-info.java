/// What people submit: a run of jobs, read with patience, so that everything wrong with it is said at once.
///
/// It refuses to know what becomes of a job. Unlike on the lease wire, unknown keys are errors here: a person who
/// writes `priorty` wants to be told.
///
/// Start with [RunSubmission], then [SubmissionReader].
@NullMarked
package dev.baton.protocol.submit;

import org.jspecify.annotations.NullMarked;
