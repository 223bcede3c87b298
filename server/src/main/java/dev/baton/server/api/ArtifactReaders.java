package dev.baton.server.api;

import dev.baton.blobs.Artifact;
import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.ArtifactName;
import dev.baton.blobs.Artifacts;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.store.Views;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;

/// `/v1/jobs/{job}/artifacts`: what a job left behind. Untrusted bytes: to be saved, never to be shown.
public final class ArtifactReaders {
    private final Lookup lookup;
    private final Artifacts artifacts;

    public ArtifactReaders(Views views, Artifacts artifacts) {
        lookup = new Lookup(views);
        this.artifacts = artifacts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/jobs/{job}/artifacts", Access.USER, this::list),
                Route.get("/v1/jobs/{job}/artifacts/{name...}", Access.USER, this::fetch));
    }

    private Answered list(Call call) {
        var job = lookup.job(call);
        var epoch = EpochChoice.of(call, job);
        var json = JsonNodeFactory.instance.objectNode();
        json.put("job_id", job.id().toString());
        json.put("epoch", epoch.isPresent() ? epoch.get().epoch() : null);
        var list = json.putArray("artifacts");
        epoch.map(artifacts::list)
                .orElse(List.of())
                .forEach(
                        artifact ->
                                list.addObject()
                                        .put("name", artifact.name().value())
                                        .put("type", artifact.label().type())
                                        .put("media_type", artifact.label().mediaType())
                                        .put("size", artifact.size())
                                        .put("sha256", artifact.sha256().toString()));
        return Answered.json(200, json);
    }

    private Answered fetch(Call call) throws IOException {
        var job = lookup.job(call);
        var name = new ArtifactName(call.parameter("name"));
        var opened =
                EpochChoice.of(call, job)
                        .flatMap(epoch -> artifacts.open(new ArtifactKey(epoch, name)))
                        .orElseThrow(
                                () -> Problem.notFound("an artifact of this name").asException());
        if (call.method().equals("HEAD")) {
            opened.close(); // nobody is going to read it
        }
        var headers = new LinkedHashMap<>(LogReaders.UNTRUSTED);
        headers.put(
                "Content-Disposition", "attachment; filename*=UTF-8''" + fileName(opened.what()));
        return new Answered.Streamed(
                200,
                "application/octet-stream",
                opened.what().size(),
                headers,
                out -> {
                    try (opened) {
                        opened.bytes().transferTo(out);
                    }
                });
    }

    private static String fileName(Artifact artifact) {
        String path = artifact.name().value();
        String last = path.substring(path.lastIndexOf('/') + 1);
        return URLEncoder.encode(last, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
