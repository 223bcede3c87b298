package dev.baton.server.http;

import dev.baton.blobs.BlobException;
import dev.baton.protocol.ErrorCode;
import dev.baton.protocol.ProtocolException;
import dev.baton.store.StoreException;
import dev.baton.workspace.WorkspaceException;

import org.eclipse.jetty.http.HttpException;

import java.io.EOFException;
import java.util.concurrent.TimeoutException;

/// The one place where what was thrown becomes what a client is told.
public final class Problems {
    private static final String OUR_PACKAGE = "dev.baton.";

    private Problems() {}

    /// The problem that a failure is to the caller. What is not foreseen here is a defect of ours, and says nothing
    /// of itself.
    public static Problem of(Throwable failure) {
        return switch (failure) {
            case ProblemException e -> e.problem();
            case ProtocolException e -> ofProtocol(e);
            case StoreException e -> ofStore(e);
            case BlobException e -> ofBlobs(e);
            case WorkspaceException e -> ofWorkspace(e);
            case IllegalArgumentException e when isOurs(e) ->
                    Problem.invalid(String.valueOf(e.getMessage()));
            case HttpException e -> ofJetty(e);
            case EOFException _, TimeoutException _ ->
                    Problem.of(400, "BODY_INCOMPLETE", "the body ended early");
            default ->
                    Problem.of(
                            500,
                            "INTERNAL",
                            "the request failed; nothing is known to be half done");
        };
    }

    private static Problem ofProtocol(ProtocolException e) {
        int status = e.code() == ErrorCode.TOO_LARGE ? 413 : 400;
        var problem = Problem.of(status, e.code().name(), String.valueOf(e.getMessage()));
        if (!e.field().isEmpty()) {
            problem = problem.with("field", e.field());
        }
        return e.problems().isEmpty() ? problem : problem.with("problems", e.problems());
    }

    private static Problem ofStore(StoreException e) {
        return switch (e.code()) {
            case UNAVAILABLE -> unavailable("STORE_UNAVAILABLE", "the store does not answer");
            case OVERLOADED -> unavailable("OVERLOADED", String.valueOf(e.getMessage()));
            case TOO_MANY_REQUIREMENTS ->
                    Problem.of(429, "TOO_MANY_REQUIREMENTS", String.valueOf(e.getMessage()))
                            .withHeader("Retry-After", "5");
            case CLOSED -> unavailable("STOPPING", "the orchestrator is being shut down");
            case BROKEN -> Problem.of(500, "INTERNAL", "the store refused");
        };
    }

    private static Problem ofBlobs(BlobException e) {
        return switch (e.code()) {
            case NO_SPACE ->
                    Problem.of(
                            507,
                            "NO_SPACE",
                            "the disk is nearly full; try again when there is room");
            case UPLOAD_BROKEN -> Problem.of(400, "BODY_INCOMPLETE", "the body ended early");
            case CLOSED, INTERRUPTED ->
                    unavailable("STOPPING", "the orchestrator is being shut down");
            case IO, CORRUPT ->
                    Problem.of(500, "INTERNAL", "the bytes could not be read or written");
        };
    }

    private static Problem ofWorkspace(WorkspaceException e) {
        return switch (e.code()) {
            case INVALID_PACK -> Problem.of(400, "INVALID_PACK", String.valueOf(e.getMessage()));
            case INVALID_TREE -> Problem.of(422, "INVALID_TREE", String.valueOf(e.getMessage()));
            case TOO_LARGE -> Problem.of(413, "TOO_LARGE", String.valueOf(e.getMessage()));
            case REFUSED_FILE,
                    MISSING_CONTENT,
                    DIGEST_MISMATCH,
                    INVALID_PATTERN,
                    INVALID_KEY,
                    IN_THE_WAY ->
                    Problem.of(500, "INTERNAL", "the bytes could not be read or written");
        };
    }

    private static Problem ofJetty(HttpException e) {
        int status = e.getCode();
        return status == 413
                ? Problem.of(413, "TOO_LARGE", "the request is too large")
                : Problem.of(
                        status >= 400 && status < 500 ? status : 400,
                        "BAD_REQUEST",
                        "the request is not HTTP as we understand it");
    }

    private static Problem unavailable(String code, String detail) {
        return Problem.of(503, code, detail).withHeader("Retry-After", "1");
    }

    /// Only what our own checks say is meant for clients.
    private static boolean isOurs(IllegalArgumentException e) {
        var trace = e.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().startsWith(OUR_PACKAGE);
    }
}
