package dev.baton.server.runner;

import dev.baton.blobs.AppendResult;
import dev.baton.blobs.JobEpoch;
import dev.baton.blobs.Logs;
import dev.baton.blobs.SealResult;
import dev.baton.core.Sha256;
import dev.baton.server.config.Limits;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Views;

import java.io.IOException;
import java.util.List;

/// `PATCH /v1/runner/log`: appends to the log of a lease. Sending the same bytes again is free.
public final class LogUpload {
    private static final String OFFSET = "Upload-Offset";

    private final FencedLease fence;
    private final Logs logs;
    private final Limits limits;

    public LogUpload(Views views, Logs logs, Limits limits) {
        fence = new FencedLease(views);
        this.logs = logs;
        this.limits = limits;
    }

    public List<Route> routes() {
        return List.of(Route.patch("/v1/runner/log", Access.RUNNER, this::append));
    }

    private Answered append(Call call) throws Exception {
        var range =
                ContentRange.parse(
                        call.header("Content-Range")
                                .orElseThrow(
                                        () ->
                                                Problem.of(
                                                                400,
                                                                "INVALID_RANGE",
                                                                "expected Content-Range")
                                                        .asException()));
        return fence.upload(call, lease -> append(call, range, FencedLease.epochOf(lease)));
    }

    private Answered append(Call call, ContentRange range, JobEpoch key) throws IOException {
        byte[] bytes = call.body(limits.requestBytes());
        if (bytes.length != range.length()) {
            throw Problem.of(
                            400,
                            "INVALID_RANGE",
                            "Content-Range is of %d bytes, the body has %d"
                                    .formatted(range.length(), bytes.length))
                    .asException();
        }
        Sha256 digest = range.isFinal() ? digest(call) : null;
        long size =
                bytes.length == 0
                        ? range.offset()
                        : appended(logs.append(key, range.offset(), bytes));
        if (digest != null) {
            seal(key, range.total(), digest);
        }
        return Answered.empty(204).with(OFFSET, Long.toString(size));
    }

    private static Sha256 digest(Call call) {
        return DigestHeader.of(call)
                .orElseThrow(
                        () ->
                                Problem.of(
                                                400,
                                                "INVALID_DIGEST",
                                                "expected Repr-Digest of the whole log with its end")
                                        .asException());
    }

    private static long appended(AppendResult result) {
        return switch (result) {
            case AppendResult.Appended appended -> appended.size();
            case AppendResult.WrongOffset wrong -> throw wrongOffset(wrong.expected());
            case AppendResult.Conflict conflict ->
                    throw Problem.of(
                                    409,
                                    "LOG_CONFLICT",
                                    "the log has other bytes at offset %d"
                                            .formatted(conflict.offset()))
                            .asException();
            case AppendResult.LogFull full ->
                    throw Problem.of(
                                    413,
                                    "LOG_FULL",
                                    "a log may have %d bytes".formatted(full.maxBytes()))
                            .asException();
            case AppendResult.LogSealed sealed ->
                    throw at(
                            sealed.size(),
                            Problem.of(
                                    409,
                                    "LOG_SEALED",
                                    "the log is complete with %d bytes".formatted(sealed.size())));
        };
    }

    private void seal(JobEpoch key, long total, Sha256 digest) {
        switch (logs.seal(key, total, digest)) {
            case SealResult.Sealed _ -> {}
            case SealResult.WrongSize wrong -> throw wrongOffset(wrong.actual());
            case SealResult.DigestMismatch mismatch ->
                    throw Problem.of(
                                    422,
                                    "DIGEST_MISMATCH",
                                    "the log has the digest "
                                            + DigestHeader.shown(mismatch.actual()))
                            .asException();
        }
    }

    private static RuntimeException wrongOffset(long expected) {
        return at(
                expected,
                Problem.of(
                        409, "WRONG_OFFSET", "the log goes on at offset %d".formatted(expected)));
    }

    private static RuntimeException at(long offset, Problem problem) {
        return problem.with("upload_offset", offset)
                .withHeader(OFFSET, Long.toString(offset))
                .asException();
    }
}
