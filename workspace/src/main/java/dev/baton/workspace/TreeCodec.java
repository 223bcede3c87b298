package dev.baton.workspace;

import dev.baton.core.Sha256;
import dev.baton.core.Shown;
import dev.baton.workspace.TreeEntry.DirectoryEntry;
import dev.baton.workspace.TreeEntry.FileEntry;
import dev.baton.workspace.TreeEntry.LinkEntry;
import dev.baton.workspace.WorkspaceException.Code;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A tree as JSON. It is written in one way only, so that equal trees have equal digests, and read strictly: an
/// unknown field would be one that somebody relied on.
public final class TreeCodec {
    public static final int MOST_BYTES = 64 << 20;

    private static final int VERSION = 1;
    private static final int MOST_DEPTH = 3;
    private static final int MOST_NAME = 16;
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(MOST_DEPTH)
                                    .maxNameLength(MOST_NAME)
                                    .maxStringLength(TreePath.MOST_BYTES)
                                    .maxNumberLength(20)
                                    .build())
                    .build();

    private TreeCodec() {}

    public static byte[] write(Tree tree) {
        var bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            out.writeStartObject();
            out.writeNumberProperty("version", VERSION);
            out.writeArrayPropertyStart("entries");
            tree.entries().forEach(entry -> write(out, entry));
            out.writeEndArray();
            out.writeEndObject();
        }
        if (bytes.size() > MOST_BYTES) {
            throw tooLarge(bytes.size());
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator out, TreeEntry entry) {
        out.writeStartObject();
        out.writeStringProperty("path", entry.path());
        switch (entry) {
            case FileEntry file -> {
                out.writeStringProperty("type", "file");
                out.writeStringProperty("mode", file.executable() ? "755" : "644");
                out.writeNumberProperty("size", file.size());
                out.writeStringProperty("sha256", file.sha256().toString());
            }
            case DirectoryEntry _ -> out.writeStringProperty("type", "dir");
            case LinkEntry link -> {
                out.writeStringProperty("type", "link");
                out.writeStringProperty("target", link.target());
            }
        }
        out.writeEndObject();
    }

    /// Reads a tree that somebody sent.
    ///
    /// @throws WorkspaceException unless it is one that may be unpacked
    public static Tree read(byte[] json) {
        if (json.length > MOST_BYTES) {
            throw tooLarge(json.length);
        }
        requireUtf8(json);
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            Tree tree = readTree(in);
            if (in.nextToken() != null) {
                throw invalid("expected the end after the tree");
            }
            return tree;
        } catch (JacksonException _) {
            throw invalid("expected the JSON of a tree, got something else");
        }
    }

    private static Tree readTree(JsonParser in) {
        expect(in.nextToken() == JsonToken.START_OBJECT, "expected an object");
        boolean versionSeen = false;
        List<TreeEntry> entries = null;
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            switch (name) {
                case "version" -> {
                    expect(
                            in.currentToken() == JsonToken.VALUE_NUMBER_INT
                                    && in.getLongValue() == VERSION,
                            "version: expected 1");
                    versionSeen = true;
                }
                case "entries" -> entries = readEntries(in);
                default -> throw unknown(name);
            }
        }
        expect(in.currentToken() == JsonToken.END_OBJECT, "expected the end of the object");
        if (!versionSeen || entries == null) {
            throw invalid("expected version and entries");
        }
        return new Tree(entries);
    }

    private static List<TreeEntry> readEntries(JsonParser in) {
        expect(in.currentToken() == JsonToken.START_ARRAY, "entries: expected an array");
        var entries = new ArrayList<TreeEntry>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (entries.size() == Tree.MOST_ENTRIES) {
                throw new WorkspaceException(
                        Code.TOO_LARGE, "expected at most %d entries".formatted(Tree.MOST_ENTRIES));
            }
            entries.add(readEntry(in));
        }
        return entries;
    }

    private static TreeEntry readEntry(JsonParser in) {
        expect(in.currentToken() == JsonToken.START_OBJECT, "entries: expected objects");
        var read = new Draft();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            switch (name) {
                case "path" -> read.path = text(in, name);
                case "type" -> read.type = text(in, name);
                case "mode" -> read.mode = text(in, name);
                case "sha256" -> read.sha256 = text(in, name);
                case "target" -> read.target = text(in, name);
                case "size" -> {
                    expect(
                            in.currentToken() == JsonToken.VALUE_NUMBER_INT,
                            "size: expected a number");
                    read.size = in.getLongValue();
                }
                default -> throw unknown(name);
            }
        }
        expect(in.currentToken() == JsonToken.END_OBJECT, "expected the end of an entry");
        return read.entry();
    }

    private static String text(JsonParser in, String name) {
        expect(in.currentToken() == JsonToken.VALUE_STRING, name + ": expected a string");
        return in.getString();
    }

    private static void expect(boolean holds, String problem) {
        if (!holds) {
            throw invalid(problem);
        }
    }

    private static void requireUtf8(byte[] json) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
        } catch (CharacterCodingException _) {
            throw invalid("expected UTF-8, got bytes that are not");
        }
    }

    private static WorkspaceException unknown(String name) {
        return invalid("unknown field '%s'".formatted(Shown.of(name)));
    }

    private static WorkspaceException invalid(String problem) {
        return new WorkspaceException(Code.INVALID_TREE, problem);
    }

    private static WorkspaceException tooLarge(int bytes) {
        return new WorkspaceException(
                Code.TOO_LARGE,
                "expected a tree of at most %d bytes, got %d".formatted(MOST_BYTES, bytes));
    }

    /// An entry while its fields come in, in whatever order.
    private static final class Draft {
        private @Nullable String path;
        private @Nullable String type;
        private @Nullable String mode;
        private @Nullable String sha256;
        private @Nullable String target;
        private @Nullable Long size;

        TreeEntry entry() {
            if (path == null || type == null) {
                throw invalid("expected path and type in each entry");
            }
            boolean bare = mode == null && sha256 == null && size == null;
            return switch (type) {
                case "file" -> file(path);
                case "dir" -> {
                    expect(bare && target == null, "dir: expected nothing but path and type");
                    yield new DirectoryEntry(path);
                }
                case "link" -> {
                    expect(bare, "link: expected nothing but path, type and target");
                    if (target == null) {
                        throw invalid("link: expected a target");
                    }
                    yield new LinkEntry(path, target);
                }
                default ->
                        throw invalid(
                                "type: expected file, dir or link, got '%s'"
                                        .formatted(Shown.of(type)));
            };
        }

        private FileEntry file(String at) {
            if (mode == null || sha256 == null || size == null || target != null) {
                throw invalid("file: expected path, type, mode, size and sha256");
            }
            expect(mode.equals("644") || mode.equals("755"), "mode: expected 644 or 755");
            try {
                return new FileEntry(at, mode.equals("755"), size, Sha256.parse(sha256));
            } catch (IllegalArgumentException e) {
                throw invalid(String.valueOf(e.getMessage()));
            }
        }
    }
}
