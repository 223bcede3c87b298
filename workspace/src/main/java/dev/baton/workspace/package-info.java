/// Directories as content: a tree names every file by its digest, a pack carries files between machines.
///
/// It refuses to know jobs, leases and HTTP.
@NullMarked
package dev.baton.workspace;

import org.jspecify.annotations.NullMarked;
