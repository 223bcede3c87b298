package dev.baton.runner.supervised;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// What a supervisor may tell us to do.
public interface Supervised {
    /// Take no new work, and end when what runs has ended.
    ///
    /// @param left how long there is; null if nobody knows
    void finish(@Nullable Duration left);

    /// Give everything back now.
    void giveBack();

    /// Be somebody with this token from now on.
    void useToken(String token);
}
