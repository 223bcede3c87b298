/// What runners say over plain HTTP, and how messages become commands and decisions become replies.
///
/// It refuses to know rules: who may do what to a job is for `core` to decide.
///
/// Start with [Commands] and [Replies]; each endpoint is a class of its own.
@NullMarked
package dev.baton.server.runner;

import org.jspecify.annotations.NullMarked;
