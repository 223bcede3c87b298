package dev.baton.server.http;

/// Answers the calls of one route. Runs on a virtual thread and may block.
@FunctionalInterface
public interface Endpoint {
    Answered answer(Call call) throws Exception;
}
