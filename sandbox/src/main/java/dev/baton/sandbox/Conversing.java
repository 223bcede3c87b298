package dev.baton.sandbox;

import java.io.OutputStream;

/// A command that was started, and is told something on its standard input.
public interface Conversing extends Running {
    /// What is written here it can read. A write fails when nobody can read it any more, and waits when nobody does.
    OutputStream input();
}
