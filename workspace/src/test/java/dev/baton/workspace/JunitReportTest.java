package dev.baton.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

class JunitReportTest {
    private static JunitSummary read(String xml) {
        return JunitReport.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void the_cases_of_a_junit_report_are_counted() {
        var summary =
                read(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <testsuites tests="99"><testsuite name="s" tests="98">
                          <testcase classname="com.A" name="adds" time="1.5"/>
                          <testcase classname="com.A" name="fails" time="0.25"><failure message="m">trace</failure></testcase>
                          <testcase classname="com.A" name="breaks"><error/><system-out>text</system-out></testcase>
                          <testcase name="later"><skipped/></testcase>
                        </testsuite></testsuites>
                        """);
        assertThat(summary)
                .isEqualTo(
                        new JunitSummary(
                                4, 1, 1, 1, 1.75, List.of("com.A.fails", "com.A.breaks"), 0));
        assertThat(summary)
                .hasToString("4 tests, 2 failed, 1 skipped in 1.75 s: com.A.fails, com.A.breaks");
    }

    @Test
    void the_results_of_a_trx_file_are_counted() {
        var summary =
                read(
                        """
                        <TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
                          <UnitTestResult testName="N.A.adds" outcome="Passed" duration="00:00:01.5000000"/>
                          <UnitTestResult testName="N.A.fails" outcome="Failed" duration="00:01:00"/>
                          <UnitTestResult testName="N.A.later" outcome="NotExecuted"/>
                        </Results></TestRun>
                        """);
        assertThat(summary).isEqualTo(new JunitSummary(3, 1, 0, 1, 61.5, List.of("N.A.fails"), 0));
    }

    @Test
    void reports_add_up_and_name_only_the_first_failures() {
        var many = new StringBuilder("<testsuite>");
        for (int i = 0; i < 30; i++) {
            many.append("<testcase name='t").append(i).append("'><failure/></testcase>");
        }
        var one = read(many.append("</testsuite>").toString());
        var sum = one.and(one).and(read("garbage"));
        assertThat(sum.tests()).isEqualTo(60);
        assertThat(sum.failing()).hasSize(JunitSummary.MOST_NAMED).startsWith("t0");
        assertThat(sum.toString())
                .contains("60 failed")
                .contains("and 40 more")
                .endsWith("1 report could not be read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage",
                "{\"json\":true}",
                "<html></html>",
                "<testsuite>",
                "<testsuite><testcase></testsuite>",
                "<!DOCTYPE x [<!ENTITY a 'b'>]><testsuite><testcase name='&a;'/></testsuite>",
                "<!DOCTYPE x SYSTEM 'http://127.0.0.1:1/x.dtd'><testsuite/>",
                "<!DOCTYPE x [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><testsuite>&f;</testsuite>"
            })
    void what_is_no_report_cannot_be_read_and_disturbs_nobody(String text) {
        assertThat(read(text)).isEqualTo(JunitSummary.UNREADABLE);
    }

    @Test
    @Timeout(20)
    void a_bomb_does_not_go_off() {
        var bomb = new StringBuilder("<?xml version='1.0'?><!DOCTYPE lolz [<!ENTITY l0 'lol'>");
        for (int i = 1; i < 20; i++) {
            bomb.append("<!ENTITY l").append(i).append(" '");
            bomb.append(("&l" + (i - 1) + ";").repeat(10)).append("'>");
        }
        bomb.append("]><testsuite><testcase name='a'>&l19;</testcase></testsuite>");
        assertThat(read(bomb.toString())).isEqualTo(JunitSummary.UNREADABLE);
        assertThat(read("<testsuite>" + "<a>".repeat(100_000))).isEqualTo(JunitSummary.UNREADABLE);
    }

    @Test
    void numbers_that_make_no_sense_count_as_nothing() {
        var summary =
                read(
                        "<testsuite><testcase name='a' time='NaN'/><testcase name='b' time='-1'/>"
                                + "<testcase name='c' time='1,000.5'/></testsuite>");
        assertThat(summary.seconds()).isEqualTo(1000.5);
    }

    @Test
    void a_file_that_is_not_there_cannot_be_read(@TempDir Path temp) {
        assertThat(JunitReport.read(temp.resolve("none.xml"))).isEqualTo(JunitSummary.UNREADABLE);
        assertThat(JunitReport.read(temp)).isEqualTo(JunitSummary.UNREADABLE);
    }
}
