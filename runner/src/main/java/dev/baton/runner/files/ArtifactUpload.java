package dev.baton.runner.files;

import dev.baton.core.Sha256;
import dev.baton.core.Shown;
import dev.baton.protocol.Artifact;
import dev.baton.protocol.Limits;
import dev.baton.runner.link.Reply;
import dev.baton.runner.spec.StepsSpec.ArtifactSpec;
import dev.baton.workspace.JunitReport;
import dev.baton.workspace.JunitSummary;
import dev.baton.workspace.glob.Glob;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Finds the artifacts of a job and sends them, and reads test reports on the way.
final class ArtifactUpload {
    /// One place is for the log.
    private static final int MOST_ARTIFACTS = Limits.MOST_ARTIFACTS - 1;

    private static final int BUFFER_BYTES = 64 << 10;

    private final Path workspace;
    private final LeaseCalls calls;
    private final Consumer<String> says;
    private JunitSummary tests = JunitSummary.NONE;

    ArtifactUpload(Path workspace, LeaseCalls calls, Consumer<String> says) {
        this.workspace = workspace;
        this.calls = calls;
        this.says = says;
    }

    /// What test reports add up to; empty without any.
    String tests() {
        return tests.equals(JunitSummary.NONE) ? "" : tests.toString();
    }

    List<Artifact> upload(List<ArtifactSpec> specs) throws IOException {
        var sent = new ArrayList<Artifact>();
        for (ArtifactSpec spec : specs) {
            Glob.Found found = Glob.parse(spec.pathGlob()).find(workspace);
            if (found.paths().isEmpty()) {
                says.accept("no artifact matches " + Shown.of(spec.pathGlob()));
            }
            if (sent.size() + found.total() > MOST_ARTIFACTS) {
                throw new IOException(
                        "expected at most %d artifacts, found %d"
                                .formatted(MOST_ARTIFACTS, sent.size() + found.total()));
            }
            for (String path : found.paths()) {
                sent.add(upload(spec, path, found.paths().size() > 1));
            }
        }
        if (!tests().isEmpty()) {
            says.accept("test reports: " + tests());
        }
        return sent;
    }

    private Artifact upload(ArtifactSpec spec, String path, boolean several) throws IOException {
        String name = path;
        if (!spec.name().isEmpty()) {
            name = several ? spec.name() + "/" + path : spec.name();
        }
        Path file = workspace.resolve(path);
        Reply reply =
                calls.send(
                        "PUT",
                        "/v1/runner/artifacts/%s?type=%s"
                                .formatted(encodedPath(name), encoded(spec.type())),
                        BodyPublishers.ofFile(file),
                        "Content-Type",
                        "application/octet-stream",
                        "Repr-Digest",
                        digestOf(file));
        if (!reply.isSuccess()) {
            throw new IOException(
                    "artifact '%s' was not kept: %s".formatted(Shown.of(path), reply.problem()));
        }
        says.accept("artifact kept: " + Shown.of(name));
        if (spec.type().equals("junit")) {
            tests = tests.and(JunitReport.read(file));
        }
        return new Artifact(spec.type(), reply.json().path("uri").asString(""), null);
    }

    private static String digestOf(Path file) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return "sha-256=:%s:".formatted(Base64.getEncoder().encodeToString(digest.digest()));
    }

    private static String encodedPath(String name) {
        return Arrays.stream(name.split("/", -1))
                .map(ArtifactUpload::encoded)
                .collect(Collectors.joining("/"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
