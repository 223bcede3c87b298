package dev.baton.workspace;

import dev.baton.core.Shown;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads a test report: JUnit's XML, or .NET's `.trx`. It counts the test cases itself, since what a report says of
/// its totals is often wrong. No document type, no entities, bounded in size and depth; garbage is [JunitSummary#UNREADABLE].
public final class JunitReport {
    private static final long MOST_BYTES = 64 << 20;
    private static final int MOST_DEPTH = 64;
    private static final int MOST_CASES = 1_000_000;

    private final List<String> failing = new ArrayList<>();
    private long tests;
    private long failures;
    private long errors;
    private long skipped;
    private double seconds;

    /// The test case that is open, and what became of it so far.
    private @Nullable String testCase;

    private String ending = "";

    private JunitReport() {}

    /// What a report says. Never fails: a report that cannot be read is counted as such.
    public static JunitSummary read(Path file) {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return read(in);
        } catch (IOException | RuntimeException _) {
            return JunitSummary.UNREADABLE;
        }
    }

    static JunitSummary read(InputStream in) {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setXMLResolver(
                (_, _, _, _) -> {
                    throw new XMLStreamException("reports have no external entities");
                });
        try {
            XMLStreamReader xml =
                    factory.createXMLStreamReader(
                            new BufferedInputStream(new Bounded(in, MOST_BYTES)));
            try {
                return new JunitReport().read(xml);
            } finally {
                xml.close();
            }
        } catch (XMLStreamException | RuntimeException _) {
            return JunitSummary.UNREADABLE;
        }
    }

    private JunitSummary read(XMLStreamReader xml) throws XMLStreamException {
        int depth = 0;
        boolean known = false;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    if (depth > MOST_DEPTH || tests > MOST_CASES) {
                        return JunitSummary.UNREADABLE;
                    }
                    known |= depth == 1 && isReport(xml.getLocalName());
                    begin(xml);
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    if (xml.getLocalName().equals("testcase")) {
                        end();
                    }
                }
                case XMLStreamConstants.DTD -> {
                    return JunitSummary.UNREADABLE;
                }
                default -> {}
            }
        }
        return known
                ? new JunitSummary(tests, failures, errors, skipped, seconds, failing, 0)
                : JunitSummary.UNREADABLE;
    }

    private static boolean isReport(String root) {
        return root.equals("testsuites") || root.equals("testsuite") || root.equals("TestRun");
    }

    private void begin(XMLStreamReader xml) {
        switch (xml.getLocalName()) {
            case "testcase" -> {
                String owner = attribute(xml, "classname");
                String name = attribute(xml, "name");
                testCase = owner.isEmpty() ? name : owner + "." + name;
                ending = "";
                seconds += seconds(attribute(xml, "time"));
            }
            case "failure", "error", "skipped" -> {
                if (testCase != null && ending.isEmpty()) {
                    ending = xml.getLocalName();
                }
            }
            case "UnitTestResult" -> {
                testCase = attribute(xml, "testName");
                seconds += clockSeconds(attribute(xml, "duration"));
                ending =
                        switch (attribute(xml, "outcome")) {
                            case "Passed", "PassedButRunAborted", "Completed", "Warning" -> "";
                            case "NotExecuted", "NotRunnable", "Inconclusive", "Pending" ->
                                    "skipped";
                            case "Error", "Aborted", "Timeout", "Disconnected" -> "error";
                            default -> "failure";
                        };
                end();
            }
            default -> {}
        }
    }

    private void end() {
        tests++;
        switch (ending) {
            case "failure" -> failures++;
            case "error" -> errors++;
            case "skipped" -> skipped++;
            default -> {}
        }
        boolean failed = ending.equals("failure") || ending.equals("error");
        if (failed && testCase != null && failing.size() < JunitSummary.MOST_NAMED) {
            failing.add(Shown.of(testCase));
        }
        testCase = null;
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    private static double seconds(String text) {
        try {
            double value = Double.parseDouble(text.replace(",", ""));
            return Double.isFinite(value) && value >= 0 ? value : 0;
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /// `00:01:02.5` as .NET writes it.
    private static double clockSeconds(String text) {
        String[] parts = text.split(":", -1);
        return parts.length == 3
                ? seconds(parts[0]) * 3600 + seconds(parts[1]) * 60 + seconds(parts[2])
                : 0;
    }

    /// Ends with an error where a report is longer than any that is meant.
    private static final class Bounded extends FilterInputStream {
        private long left;

        Bounded(InputStream in, long most) {
            super(in);
            left = most;
        }

        @Override
        public int read() throws IOException {
            spend(1);
            return super.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int got = super.read(buffer, offset, length);
            spend(Math.max(0, got));
            return got;
        }

        private void spend(int bytes) throws IOException {
            left -= bytes;
            if (left < 0) {
                throw new IOException("the report is longer than %d bytes".formatted(MOST_BYTES));
            }
        }
    }
}
