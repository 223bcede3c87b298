/// Who may do what: tokens, how they are recognised, and how fast their holders may ask.
///
/// It refuses to know jobs and leases. Of a token only its SHA-256 is looked at and kept.
///
/// Start with [Gate].
@NullMarked
package dev.baton.server.auth;

import org.jspecify.annotations.NullMarked;
