package dev.baton.runner.link;

import dev.baton.core.InstanceId;
import dev.baton.core.RunnerId;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/// Who this runner is: its name, which its next process has too, and this process, which no other ever is.
public record Self(RunnerId id, InstanceId instance) {
    /// Whoever starts a runner and speaks for it afterwards chooses its instance: start-worker does.
    public static final String VARIABLE = "BATON_INSTANCE";

    private static final int RANDOM_BYTES = 16;

    /// This process.
    ///
    /// @param environment of this process
    public static Self of(RunnerId id, Map<String, String> environment) {
        var given = environment.get(VARIABLE);
        return new Self(id, given == null ? random() : new InstanceId(given));
    }

    /// A process that was not there before.
    public static InstanceId random() {
        var bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new InstanceId(HexFormat.of().formatHex(bytes));
    }
}
