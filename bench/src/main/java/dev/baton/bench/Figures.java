package dev.baton.bench;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What was measured, by name: a table for people, an object for programs.
public final class Figures {
    /// More digits would be noise.
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);

    private static final double WHOLE_FROM = 1_000;

    private final String title;
    private final List<Figure> all = new ArrayList<>();

    private record Figure(String name, String meaning, double value) {}

    Figures(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    void add(String name, String meaning, double value) {
        all.add(new Figure(name, meaning, value));
    }

    public void print(PrintWriter out) {
        out.printf("%n%s%n", title);
        for (Figure figure : all) {
            String value =
                    figure.value() >= WHOLE_FROM
                            ? String.format(Locale.ROOT, "%,.0f", figure.value())
                            : rounded(figure.value()).toPlainString();
            out.printf("  %-36s %12s   %s%n", figure.meaning(), value, figure.name());
        }
        out.flush();
    }

    public ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        for (Figure figure : all) {
            if (figure.value() >= WHOLE_FROM) {
                json.put(figure.name(), Math.round(figure.value()));
            } else {
                json.put(figure.name(), rounded(figure.value()));
            }
        }
        return json;
    }

    private static BigDecimal rounded(double value) {
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0, RoundingMode.UNNECESSARY) : rounded;
    }
}
