package dev.baton.testkit.explore;

/// A promise was broken.
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what, null, false, false);
    }
}
