package dev.baton.store;

import java.util.List;
import java.util.stream.Collectors;

/// A set of columns of a table that are written together; the first is the key of updates.
record Table<T>(String name, List<Column<T>> columns) {
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
