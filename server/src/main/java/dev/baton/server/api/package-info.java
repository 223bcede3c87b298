/// What users ask over HTTP: submit, look, follow, cancel, repeat.
///
/// It refuses to know SQL and rules: it reads views, and puts commands to the engine.
///
/// Start with [RunEndpoints] and [JobEndpoints].
@NullMarked
package dev.baton.server.api;

import org.jspecify.annotations.NullMarked;
