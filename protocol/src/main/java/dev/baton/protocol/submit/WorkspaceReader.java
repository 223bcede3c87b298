package dev.baton.protocol.submit;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.regex.Pattern;

/// Reads where a job finds its files: a tree that was uploaded, or a commit to be fetched by the runner.
///
/// The runner hands URL and commit to `git`: nothing passes here that git could take for an option.
final class WorkspaceReader {
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Pattern WITH_PASSWORD = Pattern.compile("[^/]*//[^/]*:[^/]*@.*");
    private static final Pattern REF = Pattern.compile("[A-Za-z0-9_@][A-Za-z0-9_@./+=#%,-]{0,254}");
    private static final TextRule TREE =
            new TextRule(
                    "sha256: and 64 hexadecimal digits",
                    text -> DIGEST.matcher(text).matches(),
                    true);

    /// Not quoted: somebody may have put a password in it.
    private static final TextRule URL =
            new TextRule(
                    "a URL of at most 2048 plain characters without spaces or a password, not beginning with -",
                    WorkspaceReader::isUrl,
                    false);

    private static final TextRule COMMIT =
            new TextRule("a commit, branch or tag", WorkspaceReader::isCommit, true);

    private WorkspaceReader() {}

    static @Nullable ObjectNode read(ObjectCursor workspace) {
        if (workspace.has("tree") == workspace.has("git")) {
            workspace.problem("", "expected either a tree or git");
            workspace.object("git", WorkspaceReader::git);
            return null;
        }
        var read = JsonNodeFactory.instance.objectNode();
        String tree = workspace.text("tree", TREE);
        if (tree != null) {
            read.put("tree", tree);
        }
        ObjectNode git = workspace.object("git", WorkspaceReader::git);
        if (git != null) {
            read.set("git", git);
        }
        return read;
    }

    private static ObjectNode git(ObjectCursor git) {
        var read = JsonNodeFactory.instance.objectNode();
        read.put("url", git.requiredText("url", URL));
        read.put("commit", git.requiredText("commit", COMMIT));
        return read;
    }

    private static boolean isUrl(String text) {
        return TextRule.word(2 << 10).allows(text)
                && !text.startsWith("-")
                && !text.contains("::")
                && !WITH_PASSWORD.matcher(text).matches();
    }

    private static boolean isCommit(String text) {
        return REF.matcher(text).matches() && !text.contains("..") && !text.contains("@{");
    }
}
