package dev.baton.chaos;

/// The databases under which there can be chaos.
public enum StoreKind {
    /// One orchestrator.
    SQLITE,
    /// Three orchestrators on one PostgreSQL.
    POSTGRES
}
