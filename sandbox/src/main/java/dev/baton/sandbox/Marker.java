package dev.baton.sandbox;

/// Names a box in the environment of its processes: the instance of the sandbox, then the name of the box.
record Marker(String value) {
    static final String VARIABLE = "BATON_BOX";

    static Marker of(String instance, String box) {
        return new Marker(instance + "-" + box);
    }

    /// Whether it is of a box of this instance.
    boolean isOf(String instance) {
        return value.startsWith(instance + "-");
    }
}
