package dev.baton.executor.wire;

/// What travels between an orchestrator's runner and an executor: calls and cancels one way, outcomes the other.
///
/// Arguments, results and details of errors are JSON texts that nobody here looks into. Whoever makes a message vouches for theirs:
/// they are written as they are.
public sealed interface ExecutorMessage permits ExecutionRequest, ExecutionOutcome, CancelRequest {
    /// The version that is spoken here. A request or a cancel of another one is refused.
    String PROTOCOL_VERSION = "1";

    String jobId();
}
