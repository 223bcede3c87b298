package dev.baton.store;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A set of columns of a table that are written together; the first is the key of updates.
///
/// Not a record: each is one of a kind, and is looked up by what it is rather than by what it holds.
final class Table<T> {
    private final String name;
    private final List<Column<T>> columns;
    private final List<String> cleared;
    private final @Nullable Column<T> version;

    Table(String name, List<Column<T>> columns) {
        this(name, columns, List.of(), null);
    }

    private Table(
            String name,
            List<Column<T>> columns,
            List<String> cleared,
            @Nullable Column<T> version) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.cleared = cleared;
        this.version = version;
    }

    /// The same; an update also sets these columns to null.
    Table<T> clearing(String... alsoCleared) {
        return new Table<>(name, columns, List.of(alsoCleared), version);
    }

    /// The same; an update changes only rows where this column has this value still.
    Table<T> checking(Column<T> expected) {
        return new Table<>(name, columns, cleared, expected);
    }

    String name() {
        return name;
    }

    List<Column<T>> columns() {
        return columns;
    }

    List<String> cleared() {
        return cleared;
    }

    @Nullable Column<T> version() {
        return version;
    }

    Column<T> key() {
        return columns.getFirst();
    }

    List<Column<T>> rest() {
        return columns.subList(1, columns.size());
    }

    String columnNames() {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
