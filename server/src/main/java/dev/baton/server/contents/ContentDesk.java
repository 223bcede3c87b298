package dev.baton.server.contents;

import dev.baton.blobs.ContentId;
import dev.baton.blobs.ContentResult;
import dev.baton.blobs.Contents;
import dev.baton.blobs.Opened;
import dev.baton.core.Sha256;
import dev.baton.server.config.Limits;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Problem;
import dev.baton.workspace.PackReader;
import dev.baton.workspace.PackWriter;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Answers the three questions about contents: which are missing, take these, give me those.
public final class ContentDesk {
    static final int MOST_DIGESTS = 20_000;
    private static final int MOST_BODY = 2 << 20;

    private final Contents contents;
    private final Limits limits;

    public ContentDesk(Contents contents, Limits limits) {
        this.contents = contents;
        this.limits = limits;
    }

    public Answered missing(Call call) throws IOException {
        List<Sha256> asked = digests(call);
        var json = JsonNodeFactory.instance.objectNode();
        var missing = json.putArray("missing");
        asked.stream()
                .distinct()
                .filter(content -> !contents.has(content))
                .forEach(content -> missing.add(content.named()));
        return Answered.json(200, json);
    }

    /// Takes in a pack as it arrives. What was complete before something went wrong may be kept: the next try finds it.
    public Answered receive(Call call) throws IOException {
        String type = call.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals(PackWriter.CONTENT_TYPE)) {
            throw Problem.of(415, "NOT_A_PACK", "expected Content-Type: " + PackWriter.CONTENT_TYPE)
                    .asException();
        }
        if (call.bodyLength() > limits.packBytes()) {
            throw tooLarge(limits.packBytes());
        }
        int stored = 0;
        try (var body = call.bodyStream();
                var intake = contents.intake()) {
            var pack = new PackReader(body, limits.contentBytes(), limits.packBytes());
            for (var next = pack.next(); next.isPresent(); next = pack.next()) {
                switch (intake.add(next.get().bytes(), limits.contentBytes())) {
                    case ContentResult.Kept _ -> stored++;
                    case ContentResult.TooLarge large -> throw tooLarge(large.maxBytes());
                }
            }
            intake.finish();
        }
        return Answered.json(200, JsonNodeFactory.instance.objectNode().put("stored", stored));
    }

    public Answered send(Call call) throws IOException {
        var wanted = new ArrayList<ContentId>();
        long length = 0;
        for (Sha256 content : digests(call)) {
            ContentId found = contents.find(content).orElseThrow(() -> missing(content));
            wanted.add(found);
            length += PackWriter.HEADER_BYTES + found.size();
        }
        if (length > limits.packBytes()) {
            throw tooLarge(limits.packBytes());
        }
        return new Answered.Streamed(
                200, PackWriter.CONTENT_TYPE, length, Map.of(), out -> write(wanted, out));
    }

    private void write(List<ContentId> wanted, OutputStream out) throws IOException {
        var pack = new PackWriter(out);
        for (ContentId content : wanted) {
            try (Opened<ContentId> opened =
                    contents.open(content.sha256()).orElseThrow(() -> missing(content.sha256()))) {
                pack.add(content.sha256(), content.size(), opened.bytes());
            }
        }
    }

    private static List<Sha256> digests(Call call) throws IOException {
        JsonNode list = JsonBody.read(call, MOST_BODY).object().get("digests");
        if (list == null || !list.isArray()) {
            throw wrong(list == null ? "MISSING_FIELD" : "INVALID_FIELD", "expected an array");
        }
        if (list.size() > MOST_DIGESTS) {
            throw wrong(
                    "INVALID_FIELD",
                    "expected at most %d, got %d".formatted(MOST_DIGESTS, list.size()));
        }
        var digests = new ArrayList<Sha256>(list.size());
        for (JsonNode digest : list) {
            if (!digest.isString()) {
                throw wrong("INVALID_FIELD", "expected strings");
            }
            try {
                digests.add(Sha256.parseNamed(digest.stringValue()));
            } catch (IllegalArgumentException e) {
                throw wrong("INVALID_FIELD", String.valueOf(e.getMessage()));
            }
        }
        return digests;
    }

    private static RuntimeException wrong(String code, String problem) {
        return Problem.of(400, code, "digests: " + problem).with("field", "digests").asException();
    }

    private static RuntimeException missing(Sha256 content) {
        return Problem.of(
                        404,
                        "NOT_FOUND",
                        "the content %s does not exist".formatted(content.named()))
                .with("digest", content.named())
                .asException();
    }

    private static RuntimeException tooLarge(long most) {
        return Problem.of(413, "TOO_LARGE", "expected at most %d bytes, got more".formatted(most))
                .asException();
    }
}
