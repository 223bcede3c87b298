/// Contents over HTTP, for users and runners alike: what is missing, packs in, packs out; and the caches that jobs leave
/// for each other.
///
/// It refuses to know what the contents are for. Start with [ContentDesk].
@NullMarked
package dev.baton.server.contents;

import org.jspecify.annotations.NullMarked;
