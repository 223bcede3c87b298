/// Directories as content: a [Tree] names every file by its digest, a pack carries the bytes between machines.
///
/// It refuses to know jobs, leases and HTTP. Whatever comes from outside, trees, packs, link targets, patterns, is
/// believed only after it was checked: a [Tree] that exists is one that may be unpacked.
///
/// Start with [Tree], then [TreeScan] (a directory becomes a tree) and [TreeUnpack] (a tree becomes a directory).
/// `glob` has the patterns, for `.gitignore`, artifacts and cache keys alike; [JunitSummary] reads what tests left.
@NullMarked
package dev.baton.workspace;

import org.jspecify.annotations.NullMarked;
