/// A network that misbehaves: connections that are cut, fall silent or slow down, between processes that do not know.
///
/// It refuses to know what travels over it.
///
/// Start with [TcpProxy][dev.baton.testkit.network.TcpProxy].
@NullMarked
package dev.baton.testkit.network;

import org.jspecify.annotations.NullMarked;
