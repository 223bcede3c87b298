package dev.baton.bench;

import java.util.Locale;

/// The databases that can be measured.
public enum StoreKind {
    SQLITE,
    POSTGRES;

    String shown() {
        return name().toLowerCase(Locale.ROOT);
    }
}
