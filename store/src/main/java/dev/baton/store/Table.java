package dev.baton.store;

import java.util.List;
import java.util.stream.Collectors;

/// A set of columns of a table that are written together; the first is the key of updates.
///
/// Not a record: each is one of a kind, and is looked up by what it is rather than by what it holds.
final class Table<T> {
    private final String name;
    private final List<Column<T>> columns;

    Table(String name, List<Column<T>> columns) {
        this.name = name;
        this.columns = List.copyOf(columns);
    }

    String name() {
        return name;
    }

    List<Column<T>> columns() {
        return columns;
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
