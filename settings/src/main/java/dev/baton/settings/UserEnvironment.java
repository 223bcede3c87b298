package dev.baton.settings;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/// The environment of the user who started this process, for what is passed on to other processes.
///
/// In a locale without UTF-8 the launcher starts the JVM in `C.UTF-8`, as it would destroy arguments and file names
/// otherwise. What it replaced is in system properties, and is put back here.
public final class UserEnvironment {
    /// The value of `LC_ALL` before the launcher set it.
    static final String REPLACED = "baton.replaced.LC_ALL";

    /// Set if there was no `LC_ALL` before the launcher set it.
    static final String ADDED = "baton.added.LC_ALL";

    private static final String LC_ALL = "LC_ALL";

    private UserEnvironment() {}

    public static Map<String, String> ofThisProcess() {
        return of(System.getenv(), System.getProperty(REPLACED), System.getProperty(ADDED) != null);
    }

    static Map<String, String> of(
            Map<String, String> environment, @Nullable String replaced, boolean added) {
        if (replaced == null && !added) {
            return environment;
        }
        var restored = new HashMap<>(environment);
        if (replaced != null) {
            restored.put(LC_ALL, replaced);
        } else {
            restored.remove(LC_ALL);
        }
        return Map.copyOf(restored);
    }
}
