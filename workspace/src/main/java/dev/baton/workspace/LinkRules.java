package dev.baton.workspace;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;

/// Whether the links of a tree stay inside of it, also when they lead through each other.
///
/// A look at one target is not enough: `a/up → ..` is inside, and so seems `out → a/up/../..` to whoever takes `up`
/// for a directory. So a target is walked as the kernel would, link by link.
final class LinkRules {
    /// As the kernel has it: whoever follows more gets an error, not a file.
    private static final int MOST_LINKS_FOLLOWED = 40;

    private final Map<String, String> targets;

    LinkRules(Map<String, String> targets) {
        this.targets = targets;
    }

    /// What is wrong with a link; empty if nothing is.
    String problem(String path, String target) {
        if (target.isEmpty() || target.length() > TreePath.MOST_BYTES || !TreePath.isText(target)) {
            return "expected a target of 1 to %d characters".formatted(TreePath.MOST_BYTES);
        }
        if (target.startsWith("/")) {
            return "expected a relative target, got an absolute one";
        }
        return leadsOutside(path, target) ? "expected a target inside, got one outside" : "";
    }

    private boolean leadsOutside(String path, String target) {
        Deque<String> here = new ArrayDeque<>(Arrays.asList(path.split("/", -1)));
        here.removeLast();
        Deque<String> ahead = new ArrayDeque<>(Arrays.asList(target.split("/", -1)));
        int followed = 0;
        while (!ahead.isEmpty()) {
            String name = ahead.removeFirst();
            if (name.equals("..")) {
                if (here.isEmpty()) {
                    return true;
                }
                here.removeLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                here.addLast(name);
                String next = targets.get(String.join("/", here));
                if (next != null) {
                    followed++;
                    if (followed > MOST_LINKS_FOLLOWED) {
                        return false; // it leads nowhere
                    }
                    if (next.startsWith("/")) {
                        return true;
                    }
                    here.removeLast();
                    String[] names = next.split("/", -1);
                    for (int i = names.length - 1; i >= 0; i--) {
                        ahead.addFirst(names[i]);
                    }
                }
            }
        }
        return false;
    }
}
