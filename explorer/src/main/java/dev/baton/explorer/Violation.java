package dev.baton.explorer;

/// A promise was broken.
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what, null, false, false);
    }
}
