package dev.baton.cli.output;

import dev.baton.core.Shown;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A table for people: columns as wide as their widest cell, the last one as long as it is. Cells hold text of others,
/// so nothing in them can move the cursor.
public final class Columns {
    private static final String GAP = "  ";

    private final List<List<Cell>> rows = new ArrayList<>();

    private record Cell(String text, UnaryOperator<String> style) {}

    public Columns(String... titles) {
        row(titles);
    }

    public Columns row(String... cells) {
        var row = new ArrayList<Cell>();
        for (int i = 0; i < cells.length; i++) {
            // The last one disturbs nobody to its right.
            String text = i == cells.length - 1 ? plain(cells[i]) : Shown.of(cells[i]);
            row.add(new Cell(text, UnaryOperator.identity()));
        }
        rows.add(row);
        return this;
    }

    /// Styles one cell of the newest row; its width stays that of its text.
    public Columns styled(int column, UnaryOperator<String> style) {
        List<Cell> row = rows.getLast();
        row.set(column, new Cell(row.get(column).text(), style));
        return this;
    }

    private static String plain(String text) {
        var plain = new StringBuilder();
        text.codePoints().forEach(c -> plain.appendCodePoint(Shown.isPlain(c) ? c : '\uFFFD'));
        return plain.toString();
    }

    public String text() {
        var widths = new int[rows.getFirst().size()];
        for (List<Cell> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).text().length());
            }
        }
        var text = new StringBuilder();
        for (List<Cell> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                Cell cell = row.get(i);
                boolean last = i == row.size() - 1;
                text.append(cell.style().apply(cell.text()));
                if (!last) {
                    text.repeat(" ", widths[i] - cell.text().length()).append(GAP);
                }
            }
            text.append('\n');
        }
        return text.toString();
    }
}
