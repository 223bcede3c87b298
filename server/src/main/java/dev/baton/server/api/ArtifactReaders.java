package dev.baton.server.api;

import dev.baton.blobs.Artifact;
import dev.baton.blobs.ArtifactKey;
import dev.baton.blobs.ArtifactName;
import dev.baton.blobs.Artifacts;
import dev.baton.blobs.JobEpoch;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.runner.ArtifactUri;
import dev.baton.store.Views;
import dev.baton.store.Views.AttemptView;
import dev.baton.store.Views.JobView;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

/// `/v1/jobs/{job}/artifacts`: what a job left behind. Untrusted bytes: to be saved, never to be shown.
public final class ArtifactReaders {
    private final Views views;
    private final Lookup lookup;
    private final Artifacts artifacts;

    public ArtifactReaders(Views views, Artifacts artifacts) {
        this.views = views;
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
        epoch.ifPresent(of -> list(job, of, list));
        return Answered.json(200, json);
    }

    /// Those that are kept here, and then those that the runner reported to be elsewhere.
    private void list(JobView job, JobEpoch epoch, ArrayNode list) {
        var listed = new HashSet<String>();
        for (Artifact artifact : artifacts.list(epoch)) {
            String uri = ArtifactUri.of(job.id(), artifact.name().value(), epoch.epoch());
            listed.add(uri);
            list.addObject()
                    .put("name", artifact.name().value())
                    .put("type", artifact.label().type())
                    .put("media_type", artifact.label().mediaType())
                    .put("size", artifact.size())
                    .put("sha256", artifact.sha256().toString())
                    .put("uri", uri);
        }
        for (var reported : reported(job, epoch.epoch())) {
            if (listed.add(reported.path("uri").asString(""))) {
                list.addObject()
                        .putNull("name") // it cannot be fetched here
                        .put("type", reported.path("type").asString(null))
                        .put("uri", reported.path("uri").asString(null));
            }
        }
    }

    /// What the runner that had this lease named in its Complete or CancelAck.
    private JsonNode reported(JobView job, int epoch) {
        return views.attempts(job.id()).stream()
                .filter(attempt -> attempt.epoch() == epoch)
                .map(AttemptView::report)
                .filter(Objects::nonNull)
                .map(report -> JsonBody.stored(report).path("artifacts"))
                .findFirst()
                .orElse(MissingNode.getInstance());
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
