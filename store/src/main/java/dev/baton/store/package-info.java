/// The state of all jobs in SQL: SQLite and PostgreSQL behind one interface, with one contract test for both.
///
/// It refuses to know rules and wires: it loads, lets `core` decide, and saves, one transaction for a batch of
/// commands.
///
/// Start with the interface, then read the transactor.
@NullMarked
package dev.baton.store;

import org.jspecify.annotations.NullMarked;
