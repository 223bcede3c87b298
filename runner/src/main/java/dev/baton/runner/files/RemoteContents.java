package dev.baton.runner.files;

import dev.baton.core.Sha256;
import dev.baton.runner.link.Reply;
import dev.baton.workspace.ContentCache;
import dev.baton.workspace.PackReader;
import dev.baton.workspace.PackWriter;
import dev.baton.workspace.ScannedTree;

import tools.jackson.databind.JsonNode;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The contents that the orchestrator keeps: fetched and sent in packs, each content once.
final class RemoteContents implements ContentCache.Fetch {
    private static final int MOST_ASKED = 2_000;
    private static final int MAX_BREAKS = 3;
    private static final long MOST_PACK_BYTES = 64L << 20;
    private static final long MOST_CONTENT_BYTES = 1L << 40;

    private final LeaseCalls calls;
    private final Path scratch;

    /// @param scratch a directory for packs on their way
    RemoteContents(LeaseCalls calls, Path scratch) {
        this.calls = calls;
        this.scratch = scratch;
    }

    @Override
    public void bring(List<Sha256> wanted, ContentCache into) throws IOException {
        for (int from = 0; from < wanted.size(); from += MOST_ASKED) {
            List<Sha256> part = wanted.subList(from, Math.min(wanted.size(), from + MOST_ASKED));
            bringPart(part, into);
        }
    }

    /// A pack that breaks off goes on, maybe at another orchestrator, with what did not come.
    private void bringPart(List<Sha256> part, ContentCache into) throws IOException {
        int received = 0;
        int breaks = 0;
        while (received < part.size()) {
            List<Sha256> left = part.subList(received, part.size());
            try (InputStream pack = calls.open("/v1/runner/contents/fetch", digests(left))) {
                var reader = new PackReader(pack, MOST_CONTENT_BYTES, MOST_CONTENT_BYTES);
                for (Sha256 content : left) {
                    into.put(
                            content,
                            reader.next()
                                    .orElseThrow(() -> new IOException("the pack ended early"))
                                    .bytes());
                    received++;
                }
            } catch (InterruptedIOException | ClosedByInterruptException e) {
                throw e;
            } catch (IOException e) {
                breaks++;
                if (breaks > MAX_BREAKS) {
                    throw e;
                }
            }
        }
    }

    /// Sends what the orchestrator does not have of a tree.
    void send(ScannedTree tree) throws IOException {
        Map<Sha256, Long> sizes = tree.contents();
        var pack = new ArrayList<Sha256>();
        long bytes = 0;
        for (Sha256 content : missing(sizes.keySet())) {
            long size = sizes.getOrDefault(content, 0L);
            if (!pack.isEmpty() && bytes + size > MOST_PACK_BYTES) {
                sendPack(tree, pack);
                pack.clear();
                bytes = 0;
            }
            pack.add(content);
            bytes += size;
        }
        if (!pack.isEmpty()) {
            sendPack(tree, pack);
        }
    }

    private Set<Sha256> missing(Collection<Sha256> all) throws IOException {
        var missing = new HashSet<Sha256>();
        var asked = List.copyOf(all);
        for (int from = 0; from < asked.size(); from += MOST_ASKED) {
            List<Sha256> part = asked.subList(from, Math.min(asked.size(), from + MOST_ASKED));
            Reply reply = calls.json("POST", "/v1/runner/contents/missing", digests(part));
            require(reply);
            for (JsonNode digest : reply.json().path("missing")) {
                missing.add(Sha256.parseNamed(digest.asString("")));
            }
        }
        return missing;
    }

    private void sendPack(ScannedTree tree, List<Sha256> contents) throws IOException {
        Path file = Files.createTempFile(scratch, "pack", "");
        try {
            try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
                tree.writeTo(new PackWriter(out), contents);
            }
            require(
                    calls.send(
                            "POST",
                            "/v1/runner/contents",
                            BodyPublishers.ofFile(file),
                            "Content-Type",
                            PackWriter.CONTENT_TYPE));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void require(Reply reply) throws IOException {
        if (!reply.isSuccess()) {
            throw new IOException(reply.problem());
        }
    }

    private static String digests(List<Sha256> contents) {
        return contents.stream()
                .map(content -> '"' + content.named() + '"')
                .collect(Collectors.joining(",", "{\"digests\":[", "]}"));
    }
}
