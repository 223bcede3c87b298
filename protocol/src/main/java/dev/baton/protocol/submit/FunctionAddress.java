package dev.baton.protocol.submit;

/// Which function a job calls, as people tell calls apart.
///
/// @param function the handler alone
public record FunctionAddress(String queue, String executor, String function) {}
