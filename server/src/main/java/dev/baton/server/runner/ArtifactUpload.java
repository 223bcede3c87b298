package dev.baton.server.runner;

import dev.baton.blobs.Artifact;
import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.ArtifactLabel;
import dev.baton.blobs.ArtifactName;
import dev.baton.blobs.Artifacts;
import dev.baton.blobs.PutResult;
import dev.baton.blobs.Upload;
import dev.baton.server.config.Limits;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Views;
import dev.baton.store.Views.LiveLease;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;

/// `PUT /v1/runner/artifacts/{name}`: keeps a file of a lease, whole or not at all.
public final class ArtifactUpload {
    private final FencedLease fence;
    private final Artifacts artifacts;
    private final Limits limits;

    public ArtifactUpload(Views views, Artifacts artifacts, Limits limits) {
        fence = new FencedLease(views);
        this.artifacts = artifacts;
        this.limits = limits;
    }

    public List<Route> routes() {
        return List.of(Route.put("/v1/runner/artifacts/{name...}", Access.RUNNER, this::put));
    }

    private Answered put(Call call) throws Exception {
        var name = new ArtifactName(call.parameter("name"));
        var label =
                new ArtifactLabel(
                        call.query("type").orElse(ArtifactLabel.NONE.type()),
                        call.header("Content-Type").orElse(ArtifactLabel.NONE.mediaType()));
        if (call.bodyLength() > limits.artifactBytes()) {
            throw tooLarge(limits.artifactBytes());
        }
        return fence.upload(call, lease -> put(call, lease, name, label));
    }

    private Answered put(Call call, LiveLease lease, ArtifactName name, ArtifactLabel label) {
        var upload =
                new Upload(
                        call.bodyStream(),
                        limits.artifactBytes(),
                        DigestHeader.of(call).orElse(null),
                        label);
        var key = new ArtifactKey(FencedLease.epochOf(lease), name);
        return switch (artifacts.put(key, upload)) {
            case PutResult.Stored stored -> stored(lease, stored.artifact());
            case PutResult.NameTaken _ ->
                    throw Problem.of(409, "NAME_TAKEN", "the lease has other bytes under this name")
                            .asException();
            case PutResult.TooLarge large -> throw tooLarge(large.maxBytes());
            case PutResult.DigestMismatch mismatch ->
                    throw Problem.of(
                                    422,
                                    "DIGEST_MISMATCH",
                                    "the body has the digest "
                                            + DigestHeader.shown(mismatch.actual()))
                            .asException();
        };
    }

    private static Answered stored(LiveLease lease, Artifact artifact) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("name", artifact.name().value());
        json.put("type", artifact.label().type());
        json.put("size", artifact.size());
        json.put("sha256", artifact.sha256().toString());
        json.put("uri", ArtifactUri.of(lease.job(), artifact.name().value(), lease.epoch()));
        return Answered.json(201, json);
    }

    private static RuntimeException tooLarge(long most) {
        return Problem.of(
                        413,
                        "TOO_LARGE",
                        "expected an artifact of at most %d bytes".formatted(most))
                .asException();
    }
}
