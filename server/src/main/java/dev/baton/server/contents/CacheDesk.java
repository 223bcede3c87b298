package dev.baton.server.contents;

import dev.baton.blobs.BlobStore;
import dev.baton.blobs.Caches;
import dev.baton.blobs.ContentId;
import dev.baton.blobs.Contents;
import dev.baton.blobs.Opened;
import dev.baton.blobs.SavedCache;
import dev.baton.core.Sha256;
import dev.baton.server.http.Answered;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonBody;
import dev.baton.server.http.Problem;
import dev.baton.workspace.Tree;
import dev.baton.workspace.TreeCodec;
import dev.baton.workspace.WorkspaceException;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;

/// Finds and saves caches. What is saved is whole: a tree that may be unpacked, and each of its contents.
public final class CacheDesk {
    private static final int SMALL_BODY = 64 << 10;

    private final Caches caches;
    private final Contents contents;
    private final InstantSource clock;

    /// A tree may take a hundred megabytes of memory while it is checked: one at a time.
    private final Semaphore checking = new Semaphore(1);

    public CacheDesk(BlobStore blobs, InstantSource clock) {
        caches = blobs.caches();
        contents = blobs.contents();
        this.clock = clock;
    }

    /// Answers with the cache of a key.
    ///
    /// @param scope whose caches they are
    public Answered find(Call call, String scope) {
        return caches.find(scope, key(call))
                .map(cache -> answer(200, cache))
                .orElseThrow(() -> Problem.notFound("a cache with this key").asException());
    }

    public Answered save(Call call, String scope) throws IOException, InterruptedException {
        String key = key(call);
        Sha256 digest = tree(JsonBody.read(call, SMALL_BODY));
        var known = caches.find(scope, key);
        if (known.isPresent()) {
            return answer(200, known.get());
        }
        long size = check(digest);
        var saving = caches.save(scope, new SavedCache(key, digest, size, clock.instant()));
        return answer(saving.isNew() ? 201 : 200, saving.kept());
    }

    private static String key(Call call) {
        String key =
                call.query("key")
                        .orElseThrow(
                                () ->
                                        Problem.invalid("key: expected one in the query")
                                                .asException());
        SavedCache.requireKey(key);
        return key;
    }

    private static Sha256 tree(JsonBody body) {
        String text = body.text("tree");
        try {
            return Sha256.parseNamed(text);
        } catch (IllegalArgumentException e) {
            throw Problem.of(400, "INVALID_FIELD", "tree: " + e.getMessage())
                    .with("field", "tree")
                    .asException();
        }
    }

    /// @return how many bytes the files of the tree have
    private long check(Sha256 digest) throws IOException, InterruptedException {
        checking.acquire();
        try {
            Tree tree = read(digest);
            for (var file : tree.files()) {
                var content = contents.find(file.sha256());
                if (content.isEmpty() || content.get().size() != file.size()) {
                    throw invalid(
                            "expected %s with %d bytes among the contents, got none such"
                                    .formatted(file.sha256().named(), file.size()));
                }
            }
            return tree.bytes();
        } finally {
            checking.release();
        }
    }

    private Tree read(Sha256 digest) throws IOException {
        try (Opened<ContentId> opened =
                contents.open(digest)
                        .orElseThrow(
                                () ->
                                        invalid(
                                                "expected %s among the contents, got no such"
                                                        .formatted(digest.named())))) {
            return TreeCodec.read(opened.bytes().readNBytes(TreeCodec.MOST_BYTES + 1));
        } catch (WorkspaceException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    private static RuntimeException invalid(String problem) {
        return Problem.of(422, "INVALID_TREE", "tree: " + problem).asException();
    }

    private static Answered answer(int status, SavedCache cache) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("key", cache.key());
        json.put("tree", cache.tree().named());
        json.put("size", cache.size());
        json.put("saved_at", cache.savedAt().toString());
        return Answered.json(status, json);
    }
}
