/// Clients: what they submit, how they insist on an answer, and what they write down of it.
///
/// It refuses to know faults: it only knows that an answer may take a while.
///
/// Start with [Customer][dev.baton.chaos.load.Customer].
@NullMarked
package dev.baton.chaos.load;

import org.jspecify.annotations.NullMarked;
