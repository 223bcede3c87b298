package dev.baton.cli.run;

import dev.baton.cli.client.ClientException;
import dev.baton.cli.client.Remote;
import dev.baton.core.Sha256;
import dev.baton.core.Shown;
import dev.baton.workspace.PackWriter;
import dev.baton.workspace.ScannedTree;
import dev.baton.workspace.TreeEntry.FileEntry;
import dev.baton.workspace.TreeScan;

import tools.jackson.databind.node.JsonNodeFactory;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Brings a directory to the orchestrator: only the files that it does not have yet, the tree that names them last.
public final class WorkspaceUpload {
    private static final int MOST_ASKED_AT_ONCE = 20_000;

    /// What has to be sent again when a connection breaks. A larger file travels alone.
    private static final long PACK_BYTES = 64L << 20;

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int TOO_LARGE = 413;

    private final Remote remote;
    private final Progress progress;

    /// Who is told how it goes.
    public interface Progress {
        void uploading(long bytes);
    }

    public WorkspaceUpload(Remote remote, Progress progress) {
        this.remote = remote;
        this.progress = progress;
    }

    /// Uploads the files that a person works with: without `.git` and without what is ignored.
    ///
    /// @throws dev.baton.workspace.WorkspaceException if something in the directory cannot be uploaded
    public Workspace.Uploaded upload(Path directory) throws IOException {
        return upload(TreeScan.ofSources(directory));
    }

    /// Uploads what was looked at.
    public Workspace.Uploaded upload(ScannedTree scanned) throws IOException {
        Map<Sha256, Long> sizes = scanned.contents();
        List<Sha256> missing = missing(List.copyOf(sizes.keySet()));
        if (!missing.isEmpty()) {
            progress.uploading(bytes(missing, sizes));
            for (List<Sha256> pack : packs(missing, sizes)) {
                send(scanned, pack, sizes);
            }
        }
        return new Workspace.Uploaded(scanned.digest().named());
    }

    private List<Sha256> missing(List<Sha256> all) throws ClientException {
        var missing = new ArrayList<Sha256>();
        for (int from = 0; from < all.size(); from += MOST_ASKED_AT_ONCE) {
            var json = JsonNodeFactory.instance.objectNode();
            var digests = json.putArray("digests");
            all.subList(from, Math.min(all.size(), from + MOST_ASKED_AT_ONCE))
                    .forEach(content -> digests.add(content.named()));
            for (var digest : remote.post("/v1/contents/missing", json).path("missing")) {
                missing.add(Sha256.parseNamed(digest.asString()));
            }
        }
        return missing;
    }

    private static List<List<Sha256>> packs(List<Sha256> contents, Map<Sha256, Long> sizes) {
        var packs = new ArrayList<List<Sha256>>();
        var pack = new ArrayList<Sha256>();
        long bytes = 0;
        for (Sha256 content : contents) {
            long size = sizes.getOrDefault(content, 0L);
            if (!pack.isEmpty() && bytes + size > PACK_BYTES) {
                packs.add(List.copyOf(pack));
                pack.clear();
                bytes = 0;
            }
            pack.add(content);
            bytes += size;
        }
        packs.add(List.copyOf(pack));
        return packs;
    }

    private void send(ScannedTree scanned, List<Sha256> pack, Map<Sha256, Long> sizes)
            throws ClientException {
        long length = bytes(pack, sizes) + (long) PackWriter.HEADER_BYTES * pack.size();
        try {
            remote.upload(
                    "/v1/contents",
                    PackWriter.CONTENT_TYPE,
                    length,
                    out -> {
                        var buffered = new BufferedOutputStream(out, BUFFER_BYTES);
                        scanned.writeTo(new PackWriter(buffered), pack);
                        buffered.flush();
                    });
        } catch (ClientException e) {
            // An orchestrator that refuses a pack may hang up before it is sent whole: then nobody
            // hears the reason.
            boolean mayBeTooLarge =
                    e.status() == TOO_LARGE || e.kind() == ClientException.Kind.BROKEN;
            throw mayBeTooLarge ? e.inOtherWords(why -> why + largest(scanned, pack)) : e;
        }
    }

    private static String largest(ScannedTree scanned, List<Sha256> pack) {
        return scanned.tree().files().stream()
                .filter(file -> pack.contains(file.sha256()))
                .max(Comparator.comparingLong(FileEntry::size))
                .map(
                        file ->
                                String.format(
                                        Locale.ROOT,
                                        "; the largest file of the upload was '%s' with %,d bytes: if it is over limits.content_bytes of the orchestrator, leave it out with .batonignore",
                                        Shown.of(file.path()),
                                        file.size()))
                .orElse("");
    }

    private static long bytes(List<Sha256> contents, Map<Sha256, Long> sizes) {
        return contents.stream().mapToLong(content -> sizes.getOrDefault(content, 0L)).sum();
    }
}
