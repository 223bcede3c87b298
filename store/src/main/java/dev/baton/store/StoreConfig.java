package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/// Where the store is.
public sealed interface StoreConfig {
    /// Whether what was committed outlives a crash of the machine.
    boolean durable();

    /// A file in this process's care: one orchestrator.
    record Sqlite(Path file, boolean durable) implements StoreConfig {
        public Sqlite(Path file) {
            this(file, true);
        }
    }

    /// A server that several orchestrators may share.
    ///
    /// @param url a JDBC URL without the password
    /// @param lanes how many transactions may be under way at once
    record Postgres(String url, @Nullable String user, @Nullable String password, int lanes)
            implements StoreConfig {
        public static final int DEFAULT_LANES = 2;

        /// The server sees to that.
        @Override
        public boolean durable() {
            return true;
        }

        @Override
        public String toString() {
            return "Postgres[url=" + url + ", user=" + user + ", password=***]";
        }
    }
}
