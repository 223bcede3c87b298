package dev.baton.chaos.estate;

import dev.baton.testkit.network.TcpProxy;

/// A way between two parts, with the name of the one who uses it.
public record Link(String name, TcpProxy proxy) {}
