/// What has to be true in the end, held against what clients, the audit trail and the jobs themselves wrote down.
///
/// It refuses to know how the evidence was gathered while things broke.
///
/// Start with [Proof][dev.baton.chaos.proof.Proof].
@NullMarked
package dev.baton.chaos.proof;

import org.jspecify.annotations.NullMarked;
