package dev.baton.store;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/// Rows on their way into PostgreSQL by COPY, in its binary format: the cheapest way to add many. A few go by INSERT, which the
/// server has planned before and which takes one round trip: nobody waits for a lone job longer than needed.
///
/// The format: a header, then for each row the number of its columns and for each column its length and bytes, then a
/// trailer. Numbers are big-endian; a null has length -1.
final class CopyRows {
    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final short TRAILER = -1;
    private static final int NULL = -1;
    private static final int PIECE = 64 * 1024;
    private static final int FEW = 4;

    private ByteBuffer buffer = ByteBuffer.allocate(PIECE);

    private CopyRows() {}

    static <T> void into(Session session, String table, List<Column<T>> columns, List<T> rows)
            throws SQLException {
        var names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        if (rows.size() <= FEW) {
            insert(session, "INSERT INTO " + table + " (" + names + ") VALUES ", columns, rows);
        } else {
            copy(session, "COPY " + table + " (" + names + ")", columns, rows);
        }
    }

    private static <T> void insert(
            Session session, String start, List<Column<T>> columns, List<T> rows)
            throws SQLException {
        var places = String.join(", ", Collections.nCopies(columns.size(), "?"));
        var statement = session.statement(start + "(" + places + ")");
        for (T row : rows) {
            for (int i = 0; i < columns.size(); i++) {
                var column = columns.get(i);
                statement.setObject(i + 1, column.value().apply(row), sqlType(column.type()));
            }
            statement.addBatch();
        }
        statement.executeBatch();
    }

    private static int sqlType(Column.Type type) {
        return switch (type) {
            case LONG -> Types.BIGINT;
            case INT -> Types.INTEGER;
            case TEXT -> Types.VARCHAR;
            case BYTES -> Types.BINARY;
            case FLAG -> Types.BOOLEAN;
        };
    }

    private static <T> void copy(
            Session session, String start, List<Column<T>> columns, List<T> rows)
            throws SQLException {
        var sql = start + " FROM STDIN WITH (FORMAT binary)";
        var copy = session.connection().unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
        try {
            var out = new CopyRows();
            out.buffer.put(HEADER);
            for (T row : rows) {
                out.need(Short.BYTES);
                out.buffer.putShort((short) columns.size());
                for (var column : columns) {
                    out.put(column.type(), column.value().apply(row));
                }
                if (out.buffer.position() > PIECE / 2) {
                    copy.writeToCopy(out.buffer.array(), 0, out.buffer.position());
                    out.buffer.clear();
                }
            }
            out.need(Short.BYTES);
            out.buffer.putShort(TRAILER);
            copy.writeToCopy(out.buffer.array(), 0, out.buffer.position());
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private void put(Column.Type type, @Nullable Object value) {
        if (value == null) {
            need(Integer.BYTES);
            buffer.putInt(NULL);
            return;
        }
        switch (type) {
            case LONG -> {
                need(Integer.BYTES + Long.BYTES);
                buffer.putInt(Long.BYTES).putLong((Long) value);
            }
            case INT -> {
                need(Integer.BYTES + Integer.BYTES);
                buffer.putInt(Integer.BYTES).putInt((Integer) value);
            }
            case FLAG -> {
                need(Integer.BYTES + 1);
                buffer.putInt(1).put((byte) ((Boolean) value ? 1 : 0));
            }
            case TEXT -> putBytes(((String) value).getBytes(StandardCharsets.UTF_8));
            case BYTES -> putBytes((byte[]) value);
        }
    }

    private void putBytes(byte[] bytes) {
        need(Integer.BYTES + bytes.length);
        buffer.putInt(bytes.length).put(bytes);
    }

    private void need(int bytes) {
        if (buffer.remaining() < bytes) {
            int size = Math.max(buffer.capacity() * 2, buffer.position() + bytes);
            buffer = ByteBuffer.allocate(size).put(buffer.flip());
        }
    }
}
