package dev.baton.store;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A set of columns of a table that are written together; the first is the key of updates.
///
/// Not a record: each is one of a kind, and is looked up by what it is rather than by what it holds.
final class Table<T> {
    private final String name;
    private final List<Column<T>> columns;
    private final @Nullable Column<T> version;

    Table(String name, List<Column<T>> columns) {
        this(name, columns, null);
    }

    private Table(String name, List<Column<T>> columns, @Nullable Column<T> version) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.version = version;
    }

    /// The same; an update changes only rows where this column has this value still.
    Table<T> checking(Column<T> expected) {
        return new Table<>(name, columns, expected);
    }

    String name() {
        return name;
    }

    List<Column<T>> columns() {
        return columns;
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

    /// The columns that an update needs: the key, those to set, and last the version to check, if there is one.
    List<Column<T>> withVersion() {
        return version == null
                ? columns
                : Stream.concat(columns.stream(), Stream.of(version)).toList();
    }

    String columnNames() {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
